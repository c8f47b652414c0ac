import { z } from 'zod'
import { call, documentUpload, done } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { at, bodyHtml, id, idParams, ifAsked, instant, keyword, line, seenAt } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { edit, view } from '../kernel/permissions.ts'
import { attachment, ref } from '../kernel/rows.ts'

export const noticeKindWords = { notice: '通知公告', news: '平台动态', training: '培训活动' } as const
export type NoticeKind = keyof typeof noticeKindWords
export const noticeStateWords = { draft: '草稿', published: '已发布', withdrawn: '已撤回' } as const
export type NoticeState = keyof typeof noticeStateWords
/** States as shown to the people who manage notices: one published for a future time is still scheduled. */
export const noticeStageWords = {
  draft: '草稿',
  scheduled: '待发布',
  published: '已发布',
  withdrawn: '已撤回',
} as const
export type NoticeStage = keyof typeof noticeStageWords

export const noticeAudienceWords = { everybody: '所有人', signed_in: '登录用户', chosen: '指定对象' } as const
export type NoticeAudience = keyof typeof noticeAudienceWords
export const MAX_ATTACHMENTS = 10

const audiences = Object.keys(noticeAudienceWords) as [NoticeAudience, ...NoticeAudience[]]
const kinds = Object.keys(noticeKindWords) as [NoticeKind, ...NoticeKind[]]
const stages = Object.keys(noticeStageWords) as [NoticeStage, ...NoticeStage[]]

export const noticeRow = z.object({
  id: z.number(),
  title: z.string(),
  kind: z.enum(kinds),
  /** The beginning of the text, without markup. */
  summary: z.string(),
  pinned: z.boolean(),
  publishedAt: at,
  views: z.number().int(),
})
export type Notice = z.output<typeof noticeRow>

const neighbour = z.object({ id: z.number(), title: z.string() }).nullable()
export const noticeDetail = noticeRow.extend({
  /** Sanitised by the server when it was saved, so it is safe to insert into a page. */
  bodyHtml: z.string(),
  publisher: z.string().nullable(),
  attachments: z.array(attachment),
  newer: neighbour,
  older: neighbour,
})
export type NoticeDetail = z.output<typeof noticeDetail>

export const managedNotice = z.object({
  id: z.number(),
  title: z.string(),
  kind: z.enum(kinds),
  state: z.enum(stages),
  pinned: z.boolean(),
  publishAt: at.nullable(),
  audience: z.enum(audiences),
  views: z.number().int(),
  author: z.string().nullable(),
  updatedAt: at,
  can: z.array(z.enum(['change', 'publish', 'withdraw', 'remove'])),
})
export type ManagedNotice = z.output<typeof managedNotice>

const body = z.object({
  title: line('标题', 120),
  kind: z.enum(kinds, { error: '请选择类型' }).default('notice'),
  bodyHtml,
  state: z.enum(['draft', 'published', 'withdrawn'], { error: '请选择状态' }).default('draft'),
  pinned: z.boolean().default(false),
  /**
   * When the notice becomes public; if it is published without a time: now. A future time delays it until
   * then.
   */
  publishAt: instant.nullish(),
  audience: z.enum(audiences, { error: '请选择可见范围' }).default('everybody'),
  /** The readers if the audience is `chosen`: people who belong to at least one of these. */
  targets: z
    .object({
      deptIds: z.array(id).max(50, '最多选择 50 个单位').default([]),
      roleIds: z.array(id).max(20, '最多选择 20 个角色').default([]),
      userTypes: z.array(line('用户类型', 20)).max(20, '最多选择 20 种用户类型').default([]),
    })
    .default({ deptIds: [], roleIds: [], userTypes: [] }),
  /** All attachments of the notice; attachments left out are removed. */
  fileIds: z.array(z.uuid('附件不正确')).max(MAX_ATTACHMENTS, `最多 ${MAX_ATTACHMENTS} 个附件`).default([]),
})
const idQuery = z.object({ id })
const readers = { anyOf: view('NOTICE_MSG') }
const writers = { anyOf: edit('NOTICE_MSG') }

export const noticeRefusals = {
  TARGETS_MISSING: '请至少选择一个单位、角色或用户类型',
  TARGET_UNKNOWN: '所选单位、角色或用户类型不存在，请刷新后重试',
} as const

const managedList = call({
  method: 'GET',
  path: '/api/v2/notice/manage',
  summary: '管理公告',
  access: readers,
  query: pageQuery.extend({
    kind: ifAsked(z.enum(kinds, { error: '类型不正确' })),
    state: ifAsked(z.enum(stages, { error: '状态不正确' })),
    keyword,
  }),
  reply: definePage(managedNotice),
})

export const noticeCalls = {
  list: call({
    method: 'GET',
    path: '/api/v2/notice',
    summary: '通知公告',
    access: 'public',
    validated: true,
    query: pageQuery.extend({ kind: ifAsked(z.enum(kinds, { error: '类型不正确' })), keyword }),
    reply: definePage(noticeRow),
  }),
  get: call({
    method: 'GET',
    path: '/api/v2/notice/detail',
    summary: '公告详情',
    access: 'public',
    validated: { but: ['views'] },
    query: idQuery,
    reply: noticeDetail,
  }),
  manage: managedList,
  exportManaged: defineExport(managedList, '导出公告'),
  manageOne: call({
    method: 'GET',
    path: '/api/v2/notice/manage/detail',
    summary: '公告内容',
    access: readers,
    query: idQuery,
    reply: managedNotice.extend({
      bodyHtml: z.string(),
      targets: z.object({ depts: z.array(ref), roles: z.array(ref), userTypes: z.array(z.string()) }),
      attachments: z.array(attachment),
    }),
  }),
  /** Depts, roles and user types from which the form chooses the readers. */
  targets: call({
    method: 'GET',
    path: '/api/v2/notice/targets',
    summary: '公告可选对象',
    access: readers,
    reply: z.object({
      roles: z.array(ref),
      userTypes: z.array(z.object({ value: z.string(), label: z.string() })),
    }),
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/notice/manage',
    summary: '新增公告',
    access: writers,
    body,
    reply: z.object({ id: z.number() }),
  }),
  change: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/notice/manage',
    summary: '修改公告',
    access: writers,
    body: body.extend({ id, seenAt }),
    reply: done,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/notice/manage',
    summary: '删除公告',
    access: writers,
    query: idQuery,
    reply: done,
  }),
  /** Publishes a notice at once or withdraws it, from the list. */
  publish: call({
    method: 'POST',
    path: '/api/v2/notice/manage/{id}/publish',
    summary: '发布公告',
    access: writers,
    params: idParams,
    reply: done,
  }),
  withdraw: call({
    method: 'POST',
    path: '/api/v2/notice/manage/{id}/withdraw',
    summary: '撤回公告',
    access: writers,
    params: idParams,
    reply: done,
  }),
  /** Uploads attachments in advance; the form then sends their ids. */
  attach: call({
    method: 'POST',
    path: '/api/v2/notice/attachment',
    summary: '上传公告附件',
    access: writers,
    upload: documentUpload,
    reply: attachment,
  }),
}
