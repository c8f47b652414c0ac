import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import {
  at,
  bodyHtml,
  id,
  idParams,
  keyword,
  line,
  optionalLine,
  seenAt,
  sortNumber,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { edit, view } from '../kernel/permissions.ts'

export const guidanceRow = z.object({
  id: z.number(),
  title: z.string(),
  body: z.string(),
  /** Path of the portal's screen where people do it. */ link: z.string().nullable(),
})
export type Guidance = z.output<typeof guidanceRow>
export const guidanceDetail = guidanceRow.extend({
  /** The full article as sanitised HTML; null if `body` is all. */
  bodyHtml: z.string().nullable(),
  sort: z.number(),
  updatedAt: at,
})
export type GuidanceDetail = z.output<typeof guidanceDetail>

const body = z.object({
  title: line('标题', 80),
  bodyHtml,
  link: optionalLine('办理入口', 200).refine(
    (s) => s === null || /^\/(?!\/)/.test(s),
    '办理入口应为以 / 开头的本站地址',
  ),
  sort: sortNumber(),
})
const writers = { anyOf: ['CONTENT_MANAGE_PAGE', ...edit('GUIDE')] as const }
/** Permissions that open 办事指南. Everybody may read the articles themselves. */
const viewers = { anyOf: ['CONTENT_MANAGE_PAGE', ...view('GUIDE')] as const }

const articles = call({
  method: 'GET',
  path: '/api/v2/guidance',
  summary: '帮助文章',
  access: 'public',
  validated: true,
  query: pageQuery.extend({ keyword }),
  reply: definePage(guidanceRow.extend({ sort: z.number(), updatedAt: at })),
})

export const guidanceCalls = {
  /** The best matches among the guides; without a keyword the first few. */
  search: call({
    method: 'GET',
    path: '/api/v1/guidance/infos',
    summary: '搜索帮助',
    access: 'public',
    validated: true,
    query: z.object({ keyword }),
    reply: z.array(guidanceRow),
  }),
  list: articles,
  export: defineExport(articles, '导出帮助文章', viewers),
  get: call({
    method: 'GET',
    path: '/api/v2/guidance/{id}',
    summary: '帮助文章内容',
    access: 'public',
    validated: true,
    params: idParams,
    reply: guidanceDetail,
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/guidance',
    summary: '新增帮助文章',
    access: writers,
    body,
    reply: z.object({ id: z.number() }),
  }),
  change: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/guidance',
    summary: '修改帮助文章',
    access: writers,
    body: body.extend({ id, seenAt }),
    reply: done,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/guidance/{id}',
    summary: '删除帮助文章',
    access: writers,
    params: idParams,
    reply: done,
  }),
}
