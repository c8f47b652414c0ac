import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { at } from '../kernel/fields.ts'
import { noticeRow } from '../notice/notice.ts'

/** An instrument as shown on a card. */
export const homeDevice = z.object({
  id: z.number(),
  name: z.string(),
  model: z.string().nullable(),
  labName: z.string(),
  imageUrl: z.string().nullable(),
})
export type HomeDevice = z.output<typeof homeDevice>

export const home = z.object({
  carousel: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      subtitle: z.string().nullable(),
      imageUrl: z.string().nullable(),
      link: z.string().nullable(),
    }),
  ),
  notices: z.array(noticeRow.pick({ id: true, title: true, kind: true, pinned: true, publishedAt: true })),
  /** Ranking of the previous month, or of this month once it ranks as many instruments. `month`: YYYY-MM. */
  ranks: z.object({
    month: z.string(),
    items: z.array(homeDevice.extend({ minutes: z.number(), bookings: z.number().int() })),
  }),
  /** Shared instruments: ranked ones with a picture, then the newest with one, then other ranked ones. */
  devices: z.array(homeDevice),
  figures: z.object({
    devices: z.number().int(),
    labs: z.number().int(),
    /** Total price of the shared instruments, in fen. */
    worthFen: z.number(),
    /** In the last twelve months. */
    minutesOfYear: z.number(),
    bookingsOfYear: z.number().int(),
  }),
  /** Labs with the most shared instruments. */
  labs: z.array(
    z.object({
      id: z.number(),
      serialId: z.string(),
      name: z.string(),
      deptName: z.string(),
      devices: z.number().int(),
    }),
  ),
  /** Newest files of the download centre. */
  downloads: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      category: z.string(),
      downloads: z.number().int(),
      createdAt: at,
    }),
  ),
})
export type Home = z.output<typeof home>

/**
 * The first slide's picture under a fixed address, so that the HTML can show it before any data has loaded.
 */
export const HERO_URL = '/api/v2/home/hero'

export const homeCalls = {
  hero: call({
    method: 'GET',
    path: HERO_URL,
    summary: '首页主图',
    access: 'public',
    reply: z.null(),
    raw: true,
  }),
  get: call({
    method: 'GET',
    path: '/api/v2/home',
    summary: '门户首页',
    access: 'public',
    reply: home,
    sharedSeconds: 20,
  }),
}
