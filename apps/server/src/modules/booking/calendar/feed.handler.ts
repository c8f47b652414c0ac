import { createHash, randomBytes } from 'node:crypto'
import { bookingRefusals } from '@portal/contract/booking/booking'
import type { bookingCalls } from '@portal/contract/booking/calls'
import { FEED_PAST_DAYS, MAX_FEEDS } from '@portal/contract/booking/feed-calls'
import { nameSeat, showEvent, writeCalendar, type CalendarEvent } from '@portal/contract/booking/ics'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../../kernel/ctx.ts'
import { notFound, refuse } from '../../../kernel/refuse.ts'
import type { RawReply } from '../../../kernel/send-reply.ts'
import { makeEtag } from '../../../kernel/shared-reply.ts'
import { addMinutes } from '../../../kernel/time.ts'
import { findActor } from '../../people/people.service.ts'
import { readRules } from '../place/rules.action.ts'
import { hasSight, requireSight } from './sight.action.ts'
import * as store from './feed.store.ts'

// Feed addresses that calendar programs read without a session (decision 096).

const TOKEN_BYTES = 32
const computeHash = (token: string): Buffer => createHash('sha256').update(token).digest()

export async function show(ctx: Ctx, { query }: Parsed<typeof bookingCalls.feed>) {
  return { since: (await store.findSince(ctx.db, ctx.me.id, query.deviceId ?? null)) ?? null }
}

/**
 * Makes a feed address and invalidates the former one. The token is returned only here: the database keeps
 * its hash.
 */
export async function make(ctx: Ctx, { body }: Parsed<typeof bookingCalls.makeFeed>) {
  const deviceId = body.deviceId ?? null
  if (deviceId !== null) {
    const known = await readRules(ctx, deviceId)
    if (!known) throw notFound('仪器')
    await requireSight(ctx, known.rules)
  }
  if ((await store.countOthers(ctx.db, ctx.me.id, deviceId)) >= MAX_FEEDS)
    throw refuse('TOO_MANY_FEEDS', bookingRefusals.TOO_MANY_FEEDS)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await store.keep(ctx, deviceId, computeHash(token))
  if (deviceId !== null) ctx.target = `device ${deviceId}`
  return { path: `/api/v2/booking/calendar/${token}.ics` }
}

export async function end(ctx: Ctx, { query }: Parsed<typeof bookingCalls.endFeed>) {
  await store.end(ctx, query.deviceId ?? null)
  if (query.deviceId !== undefined) ctx.target = `device ${query.deviceId}`
  return null
}

export async function read(ctx: Ctx, { params }: Parsed<typeof bookingCalls.calendar>): Promise<RawReply> {
  const tokenHash = computeHash(params.token)
  const feed = await store.findByToken(ctx.db, tokenHash)
  if (!feed) throw notFound('日历')
  const { deviceId, userId, shared } = feed
  const site = readSite(ctx)
  const events =
    deviceId === null
      ? (await store.listOwn(ctx.db, userId, addMinutes(ctx.now, -FEED_PAST_DAYS * 24 * 60)))
          .toReversed()
          .map((b) => showOwn(b, site))
      : !shared && !(await seesStill(ctx, userId, deviceId))
        ? []
        : (await store.listTaken(ctx.db, userId, addMinutes(ctx.now, -24 * 60), deviceId)).map((b) =>
            b.mine ? showOwn(b, site) : showTaken(b, tokenHash, site.host),
          )
  const body = writeCalendar(events, {
    name: deviceId === null ? '我的仪器预约' : `${feed.deviceName ?? ''} 预约日程`,
  })
  return { type: 'text/calendar; charset=utf-8', body, etag: makeEtag(body) }
}

/**
 * Checks the subscriber's access again once an instrument is no longer shared, since feed addresses live for
 * years.
 */
async function seesStill(ctx: Ctx, userId: number, deviceId: number): Promise<boolean> {
  const [actor, known] = [await findActor(ctx, userId), await readRules(ctx, deviceId)]
  if (!actor || !known) return false
  return hasSight(ctx.withActor(actor), known.rules)
}

interface Site {
  host: string
  url: string | null
}
/** Without PUBLIC_URL the portal's address is unknown, so the events have no links. */
function readSite({ env }: Ctx): Site {
  const url = env.PUBLIC_URL ?? null
  return { host: url ? new URL(url).hostname : 'instrument-portal', url }
}

const times = (b: store.FeedBooking) => ({
  startAt: b.startAt.toISOString(),
  endAt: b.endAt.toISOString(),
})

/** Names neither purpose nor people: everyone who has the address can read it. */
const showOwn = (b: store.FeedBooking, { host, url }: Site): CalendarEvent =>
  showEvent(
    { ...b, ...times(b), stateAt: b.stateAt.toISOString() },
    { host, ...(url && { link: `${url}/appointment/orderDetail?id=${b.id}` }) },
  )

/**
 * Other people's bookings appear as busy, without number or name. The uid is a hash of the feed's token and
 * the booking's id, so it does not reveal the id.
 */
function showTaken(b: store.FeedBooking, tokenHash: Buffer, host: string): CalendarEvent {
  const key = createHash('sha256').update(tokenHash).update(String(b.id)).digest('hex').slice(0, 32)
  return {
    uid: `taken-${key}@${host}`,
    since: b.stateAt.toISOString(),
    ...times(b),
    status: 'CONFIRMED',
    summary: `已约${nameSeat(b)}`,
    location: b.labName,
  }
}
