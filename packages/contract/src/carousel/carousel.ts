import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { at, day, id, idParams, line, optionalLine, optionalLink } from '../kernel/fields.ts'

export const carouselRefusals = {
  CAROUSEL_FULL: '最多 20 张轮播图，请先删除不用的图片',
  DAYS_REVERSED: '结束日期不能早于开始日期',
} as const
export const MAX_SLIDES = 20
/** Most slides on the home page: the first of those valid today. */
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
  /** Is the slide on the home page today? */
  shown: z.boolean(),
  /** Valid today, but not shown because the home page shows only `HOME_SLIDES`. */
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
export const slideManagers = { anyOf: ['CONTENT_MANAGE_PAGE'] as const }

export const carouselCalls = {
  /** Slides in their order: all for the people who manage them, for others those on the home page. */
  list: call({
    method: 'GET',
    path: '/api/v2/carousel',
    summary: '轮播图',
    access: 'signed-in',
    reply: z.object({ items: z.array(slideRow), can: z.array(z.enum(['manage'])) }),
  }),
  /** Uploads a picture together with all its fields. */
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
  /** All ids in the new order. */
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
