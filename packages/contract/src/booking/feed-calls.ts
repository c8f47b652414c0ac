import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { at } from '../kernel/fields.ts'
import { deviceRef } from '../kernel/refs.ts'

// Addresses that calendars of others read: Outlook, a phone. They cannot sign in; the token is what they
// show.

/** How long a booking stays in a calendar that is subscribed to. */
export const FEED_PAST_DAYS = 60
/** Most addresses of one person. */
export const MAX_FEEDS = 50

/** Left out: one's own bookings. */
const which = z.object({ deviceId: deviceRef.optional() })

export const feedCalls = {
  feed: call({
    method: 'GET',
    path: '/api/v2/booking/feed',
    summary: '日历订阅状态',
    access: 'signed-in',
    query: which,
    /** Since when there is an address; the address itself is told once, when it is made. */
    reply: z.object({ since: at.nullable() }),
  }),
  /** The address that was there before ends with it. */
  makeFeed: call({
    method: 'POST',
    path: '/api/v2/booking/feed',
    summary: '生成日历订阅链接',
    access: 'signed-in',
    body: which,
    perMinute: 20,
    reply: z.object({ path: z.string() }),
  }),
  endFeed: call({
    method: 'DELETE',
    path: '/api/v2/booking/feed',
    summary: '停用日历订阅链接',
    access: 'signed-in',
    query: which,
    reply: done,
  }),
  calendar: call({
    method: 'GET',
    path: '/api/v2/booking/calendar/{token}',
    summary: '日历订阅（iCalendar）',
    access: 'public',
    params: z.object({
      /** Some calendars take an address for one by how it ends. */
      token: z
        .string()
        .max(60, '日历链接不正确')
        .transform((t) => t.replace(/\.ics$/, '')),
    }),
    // Services that read for many people come from few addresses.
    perMinute: 300,
    reply: z.null(),
    raw: true,
  }),
}
