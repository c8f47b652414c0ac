import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { at, id, ifAsked, instant, keyword, line } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { edit, view } from '../kernel/permissions.ts'

export const noticeKindWords = { notice: '通知公告', news: '平台动态', training: '培训活动' } as const
export type NoticeKind = keyof typeof noticeKindWords
export const noticeStateWords = { draft: '草稿', published: '已发布', withdrawn: '已撤回' } as const
export type NoticeState = keyof typeof noticeStateWords

const kinds = Object.keys(noticeKindWords) as [NoticeKind, ...NoticeKind[]]
const states = Object.keys(noticeStateWords) as [NoticeState, ...NoticeState[]]

export const noticeRow = z.object({
  id: z.number(),
  title: z.string(),
  kind: z.enum(kinds),
  /** The beginning of the text, plain. */
  summary: z.string(),
  pinned: z.boolean(),
  publishedAt: at,
  views: z.number().int(),
})
export type Notice = z.output<typeof noticeRow>

const neighbour = z.object({ id: z.number(), title: z.string() }).nullable()
export const noticeDetail = noticeRow.extend({
  /** Safe to be put into a page: cleaned by the server when it was written. */
  bodyHtml: z.string(),
  publisher: z.string().nullable(),
  newer: neighbour,
  older: neighbour,
})
export type NoticeDetail = z.output<typeof noticeDetail>

export const managedNotice = z.object({
  id: z.number(),
  title: z.string(),
  kind: z.enum(kinds),
  state: z.enum(states),
  pinned: z.boolean(),
  publishAt: at.nullable(),
  views: z.number().int(),
  author: z.string().nullable(),
  updatedAt: at,
})
export type ManagedNotice = z.output<typeof managedNotice>

const body = z.object({
  title: line('标题', 120),
  kind: z.enum(kinds, { error: '请选择类型' }).default('notice'),
  bodyHtml: z.string({ error: '请填写正文' }).max(300_000, '正文过长').refine((s) => !s.includes('\u0000'), '正文含有不能使用的字符'),
  state: z.enum(['draft', 'published', 'withdrawn'], { error: '请选择状态' }).default('draft'),
  pinned: z.boolean().default(false),
  /** When it becomes public; published without one: now. */
  publishAt: instant.nullish(),
})
const idQuery = z.object({ id })
const readers = { anyOf: view('NOTICE_MSG') }
const writers = { anyOf: edit('NOTICE_MSG') }

export const noticeCalls = {
  list: call({
    method: 'GET',
    path: '/api/v2/notice',
    summary: '通知公告',
    access: 'public',
    query: pageQuery.extend({ kind: ifAsked(z.enum(kinds, { error: '类型不正确' })), keyword }),
    reply: pageOf(noticeRow),
  }),
  get: call({ method: 'GET', path: '/api/v2/notice/detail', summary: '公告详情', access: 'public', query: idQuery, reply: noticeDetail }),
  manage: call({
    method: 'GET',
    path: '/api/v2/notice/manage',
    summary: '管理公告',
    access: readers,
    query: pageQuery.extend({ kind: ifAsked(z.enum(kinds, { error: '类型不正确' })), state: ifAsked(z.enum(states, { error: '状态不正确' })), keyword }),
    reply: pageOf(managedNotice),
  }),
  manageOne: call({
    method: 'GET',
    path: '/api/v2/notice/manage/detail',
    summary: '公告内容',
    access: readers,
    query: idQuery,
    reply: managedNotice.extend({ bodyHtml: z.string() }),
  }),
  create: call({ method: 'POST', path: '/api/v2/notice/manage', summary: '新增公告', access: writers, body, reply: z.object({ id: z.number() }) }),
  change: call({ method: 'PUT', path: '/api/v2/notice/manage', summary: '修改公告', access: writers, body: body.extend({ id }), reply: done }),
  remove: call({ method: 'DELETE', path: '/api/v2/notice/manage', summary: '删除公告', access: writers, query: idQuery, reply: done }),
}
