import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { at } from '../kernel/fields.ts'
import { deviceRef } from '../kernel/refs.ts'

// Addresses that other calendars read, for example Outlook or a phone. They cannot sign in, so the token in
// the address identifies the person.

/** How many days a past booking stays in a subscribed calendar. */
export const FEED_PAST_DAYS = 60
/** Most feed addresses of one person. */
export const MAX_FEEDS = 50

/** Without `deviceId`: the caller's own bookings. */
const which = z.object({ deviceId: deviceRef.optional() })

export const feedCalls = {
  feed: call({
    method: 'GET',
    path: '/api/v2/booking/feed',
    summary: '日历订阅状态',
    access: 'signed-in',
    query: which,
    /**
     * When the address was made; null if there is none. The address itself is shown only once, when it is
     * made.
     */
    reply: z.object({ since: at.nullable() }),
  }),
  /** Makes a new address; the previous one stops working. */
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
      /** The token may end in `.ics`, because some calendars recognise an address by its ending. */
      token: z
        .string()
        .max(60, '日历链接不正确')
        .transform((t) => t.replace(/\.ics$/, '')),
    }),
    // Calendar services read for many people from few addresses.
    perMinute: 300,
    reply: z.null(),
    raw: true,
  }),
}
