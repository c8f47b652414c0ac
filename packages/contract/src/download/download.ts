import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { at, id, idParams, ifAsked, keyword } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'

/** What a category is for; the specification asks for type 2. */
export const downloadTypeWords = { 1: '政策法规', 2: '资料下载', 3: '帮助' } as const
export type DownloadType = 1 | 2 | 3
const type = z.coerce.number<number | string>().pipe(z.union([z.literal(1), z.literal(2), z.literal(3)], { error: '类型不正确' })).default(2)

export const downloadCategory = z.object({ id: z.number(), name: z.string(), count: z.number().int() })
export type DownloadCategory = z.output<typeof downloadCategory>

export const downloadRow = z.object({
  id: z.number(),
  title: z.string(),
  category: z.object({ id: z.number(), name: z.string() }),
  fileName: z.string(),
  mime: z.string(),
  bytes: z.number(),
  downloads: z.number().int(),
  createdAt: at,
  url: z.string(),
})
export type Download = z.output<typeof downloadRow>

export const downloadCalls = {
  categories: call({
    method: 'GET',
    path: '/api/content/download/categories',
    summary: '下载分类',
    access: 'public',
    query: z.object({ type }),
    reply: z.object({ items: z.array(downloadCategory) }),
  }),
  resources: call({
    method: 'GET',
    path: '/api/content/download/resources',
    summary: '下载资料',
    access: 'public',
    query: pageQuery.extend({ type, categoryId: ifAsked(id), keyword }),
    reply: pageOf(downloadRow),
  }),
  /** Answers the new number. */
  count: call({
    method: 'GET',
    path: '/api/downloadNum/resource/{id}',
    summary: '记一次下载',
    access: 'public',
    params: idParams,
    reply: z.object({ downloads: z.number().int() }),
  }),
}
