import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { at, bodyHtml, id, idParams, ifAsked, instant, keyword, line, seenAt } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { labKey, labRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'
import { noticeKindWords, noticeStateWords, type NoticeKind, type NoticeState } from './notice.ts'

// Notices that a laboratory publishes on its own pages (动态).

const kinds = Object.keys(noticeKindWords) as [NoticeKind, ...NoticeKind[]]
const states = Object.keys(noticeStateWords) as [NoticeState, ...NoticeState[]]

/** Actions on a notice: the words in `can`. */
export const labNewsEvents = ['edit', 'publish', 'withdraw', 'remove'] as const
export type LabNewsEvent = (typeof labNewsEvents)[number]

export const labNewsRow = z.object({
  id: z.number(),
  title: z.string(),
  kind: z.enum(kinds),
  state: z.enum(states),
  summary: z.string(),
  pinned: z.boolean(),
  /** When the notice becomes readable; a future time means that it is still hidden. */
  publishAt: at.nullable(),
  views: z.number().int(),
  author: z.string().nullable(),
  updatedAt: at,
  can: z.array(z.enum(labNewsEvents)),
})
export type LabNewsRow = z.output<typeof labNewsRow>

const neighbour = z.object({ id: z.number(), title: z.string() }).nullable()
export const labNewsDetail = labNewsRow.extend({
  lab: ref.extend({ serialId: z.string() }),
  /** Sanitised by the server when it was saved, so it is safe to insert into a page. */
  bodyHtml: z.string(),
  newer: neighbour,
  older: neighbour,
})
export type LabNewsDetail = z.output<typeof labNewsDetail>

const keepers = { onRow: '本实验室主任、管理员' }

export const labNewsCalls = {
  /** Published notices; people who may change them see all. */
  list: call({
    method: 'GET',
    path: '/api/laboratory/dynamic',
    summary: '实验室动态',
    access: 'signed-in',
    query: pageQuery.extend({
      labId: labKey,
      kind: ifAsked(z.enum(kinds, { error: '类型不正确' })),
      state: ifAsked(z.enum(states, { error: '状态不正确' })),
      keyword,
    }),
    reply: definePage(labNewsRow),
  }),
  get: call({
    method: 'GET',
    path: '/api/laboratory/dynamic/{id}',
    summary: '实验室动态详情',
    access: 'signed-in',
    params: idParams,
    reply: labNewsDetail,
  }),
  /** Adds a notice or, with `id`, changes one. */
  save: call({
    keeps: true,
    method: 'POST',
    path: '/api/laboratory/dynamic',
    summary: '保存实验室动态',
    access: keepers,
    body: z.object({
      id: id.nullish(),
      labId: labRef,
      title: line('标题', 120),
      kind: z.enum(kinds, { error: '请选择类型' }).default('news'),
      bodyHtml,
      pinned: z.boolean().default(false),
      /** When the notice becomes readable; if it is published without a time: now. */
      publishAt: instant.nullish(),
      state: z.enum(['draft', 'published'], { error: '请选择状态' }).default('draft'),
      seenAt,
    }),
    reply: z.object({ id: z.number() }),
  }),
  /** Publishes a notice or withdraws it. */
  setState: call({
    method: 'POST',
    path: '/api/laboratory/dynamicStatus',
    summary: '发布或撤回实验室动态',
    access: keepers,
    body: z.object({ id, state: z.enum(['published', 'withdrawn'], { error: '请选择发布或撤回' }) }),
    reply: done,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/laboratory/dynamic/{id}',
    summary: '删除实验室动态',
    access: keepers,
    params: idParams,
    reply: done,
  }),
}
