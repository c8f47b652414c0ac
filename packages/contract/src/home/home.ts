import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { at } from '../kernel/fields.ts'
import { noticeRow } from '../notice/notice.ts'

/** An instrument as a card shows it. */
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
  /** Ranks of the month before this one, or, in a new portal, of this one. `month`: YYYY-MM. */
  ranks: z.object({
    month: z.string(),
    items: z.array(homeDevice.extend({ minutes: z.number(), bookings: z.number().int() })),
  }),
  /** Shared instruments that are worth a look: most used, with a picture where there is one. */
  devices: z.array(homeDevice),
  figures: z.object({
    devices: z.number().int(),
    labs: z.number().int(),
    /** Sum of what the shared instruments cost. */
    worthFen: z.number(),
    /** In the last twelve months. */
    minutesOfYear: z.number(),
    bookingsOfYear: z.number().int(),
  }),
  /** Those that share most. */
  labs: z.array(
    z.object({
      id: z.number(),
      serialId: z.string(),
      name: z.string(),
      deptName: z.string(),
      devices: z.number().int(),
    }),
  ),
  /** The newest of the download centre. */
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
 * The picture of the first slide under an address that never changes, so that the HTML can show it before
 * anything else is there.
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
