import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { at, day, id, idParams, line, optionalLine, optionalLink } from '../kernel/fields.ts'

export const carouselRefusals = {
  CAROUSEL_FULL: '最多 20 张轮播图，请先删除不用的图片',
  DAYS_REVERSED: '结束日期不能早于开始日期',
} as const
export const MAX_SLIDES = 20
/** As many as the home page shows, the first of those that are of the day. */
export const HOME_SLIDES = 8

const optionalDay = z
  .union([z.literal('').transform(() => null), day])
  .nullish()
  .transform((s) => s ?? null)

export const slideRow = z.object({
  id: z.number(),
  title: z.string(),
  subtitle: z.string().nullable(),
  link: z.string().nullable(),
  imageUrl: z.string().nullable(),
  enabled: z.boolean(),
  fromDay: z.string().nullable(),
  untilDay: z.string().nullable(),
  /** Is it on the home page today? */
  shown: z.boolean(),
  /** Of the day, but behind as many as the home page shows. */
  behind: z.boolean(),
  updatedAt: at,
})
export type SlideRow = z.output<typeof slideRow>

const words = z.object({
  title: line('标题', 40),
  subtitle: optionalLine('副标题', 80),
  link: optionalLink('链接', 300),
  fromDay: optionalDay,
  untilDay: optionalDay,
})
const body = words.extend({ enabled: z.boolean().default(true) })
export const slideManagers = { anyOf: ['SYSTEM_ADMIN', 'CONTENT_MANAGE_PAGE'] as const }

export const carouselCalls = {
  /** In their order: all of them for who keeps them, for others what the home page shows. */
  list: call({
    method: 'GET',
    path: '/api/v2/carousel',
    summary: '轮播图',
    access: 'signed-in',
    reply: z.object({ items: z.array(slideRow), can: z.array(z.enum(['manage'])) }),
  }),
  /** With the picture, all that is said of it. */
  upload: call({
    method: 'POST',
    path: '/api/v2/carousel',
    summary: '新增轮播图',
    access: slideManagers,
    upload: { field: 'file', maxFiles: 1, maxBytes: 10_485_760, accept: ['image'] },
    body: words,
    reply: z.object({ id: z.number() }),
  }),
  change: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/carousel/{id}',
    summary: '修改轮播图',
    access: slideManagers,
    params: idParams,
    body,
    reply: done,
  }),
  replacePicture: call({
    method: 'POST',
    path: '/api/v2/carousel/{id}/picture',
    summary: '更换轮播图图片',
    access: slideManagers,
    params: idParams,
    upload: { field: 'file', maxFiles: 1, maxBytes: 10_485_760, accept: ['image'] },
    reply: done,
  }),
  /** Every id, in the order wanted. */
  order: call({
    method: 'PUT',
    path: '/api/v2/carousel/order',
    summary: '轮播图排序',
    access: slideManagers,
    body: z.object({ ids: z.array(id).min(1, '请给出顺序').max(MAX_SLIDES, '图片过多') }),
    reply: done,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/carousel/{id}',
    summary: '删除轮播图',
    access: slideManagers,
    params: idParams,
    reply: done,
  }),
}
