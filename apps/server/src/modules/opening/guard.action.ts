import { openingRefusals } from '@portal/contract/opening/opening'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { refuse } from '../../kernel/refuse.ts'
import { findInstant, addDays, findToday } from '../../kernel/time.ts'
import type {} from './opening.events.ts'
import { findClosingReason, isOpenFor, isOpenThroughout, isServed } from './opening.rules.ts'
import * as store from './opening.store.ts'
import { readSchedules } from './schedule.action.ts'

const SHOWN = 20
const findHelp = (bookings: readonly store.Concerned[]) => ({
  count: bookings.length,
  bookings: bookings.slice(0, SHOWN).map((b) => ({
    id: b.id,
    bookerName: b.bookerName,
    seat: b.seat,
    startAt: b.from?.toISOString() ?? null,
    endAt: b.to?.toISOString() ?? null,
  })),
})

/** Refuses (409) a change that affects live bookings, with their number, until the caller accepts it. */
export function warnOfBookings(
  closed: readonly store.Concerned[],
  accepted: boolean,
  unqualified: readonly store.Concerned[] = [],
): void {
  const touched = [...closed, ...unqualified.filter((b) => !closed.some((c) => c.id === b.id))]
  if (touched.length === 0 || accepted) return
  const waiting = closed.filter((b) => b.from === null).length
  const what = [
    closed.length > waiting && `${closed.length - waiting} 个预约届时将不在开放时间内`,
    waiting > 0 && `${waiting} 个送样预约尚待安排时间`,
    unqualified.length > 0 && `${unqualified.length} 个预约的实验人没有上机资格，取得前不能使用`,
  ].filter((line) => typeof line === 'string')
  throw refuse(
    'TOUCHES_BOOKINGS',
    `${openingRefusals.TOUCHES_BOOKINGS}：${what.join('；')}。` +
      '确认后预约仍然保留，系统会通知预约人，可免费取消或改约',
    {
      status: 409,
      help: findHelp(touched),
      reasons: [
        { code: 'TOUCHES_BOOKINGS', message: `影响 ${touched.length} 个未完成的预约`, overridable: true },
      ],
    },
  )
}

export function refuseSeats(taken: readonly store.LiveBooking[], capacity: number): void {
  if (taken.length === 0) return
  throw refuse(
    'CAPACITY_IN_USE',
    `${openingRefusals.CAPACITY_IN_USE}：第 ${capacity + 1} 机位及以后还有 ${taken.length} 个预约`,
    { status: 409, help: findHelp(taken) },
  )
}

/** Announces bookings whose hours are closed now, so that the booking module tells their people. */
export async function announceClosing(
  ctx: Ctx,
  touched: readonly store.Concerned[],
  reason: string,
): Promise<void> {
  if (touched.length > 0)
    await announce(ctx, 'opening.closed', { bookingIds: touched.map((b) => b.id), reason })
}

/** Announces those of these bookings that were marked as closed and lie in open hours again. */
export async function announceReopening(ctx: Ctx, bookings: readonly store.Concerned[]): Promise<void> {
  const closed = bookings.filter((b) => b.closed)
  if (closed.length === 0) return
  const deviceIds = [...new Set(closed.map((b) => b.deviceId))]
  const settings = await store.findSettings(ctx.db, deviceIds)
  const schedule = await readSchedules(ctx, deviceIds, findFirstDay(ctx), null)
  const bookingIds = closed
    .filter((b) => {
      const served = settings.get(b.deviceId)
      if (!served) return false
      const { from, to } = b
      return from && to ? isOpenFor({ ...b, from, to }, served, schedule(b.deviceId)) : isServed(b, served)
    })
    .map((b) => b.id)
  if (bookingIds.length > 0) await announce(ctx, 'opening.reopened', { bookingIds })
}

interface About {
  deviceId: number | null
  firstDay?: string
  lastDay?: string
  accepted: boolean
  /** The reason told to the people of the bookings. */
  reason?: string
}
/**
 * Executes a change of opening times and compares the live bookings before and after it. The caller is warned
 * of bookings that lay in open time and no longer do; unless the caller accepts, the warning rolls the change
 * back. People of reopened bookings are told.
 */
export async function changeGuarded<T>(ctx: Ctx, about: About, write: () => Promise<T>): Promise<T> {
  const zone = ctx.env.CAMPUS_TZ
  const start = about.firstDay ? findInstant(about.firstDay, 0, zone) : ctx.now
  const from = start > ctx.now ? start : ctx.now
  const to = about.lastDay ? findInstant(addDays(about.lastDay, 1), 0, zone) : null
  const bookings =
    to && to <= from
      ? []
      : await store.listLiveBookings(ctx.db, about.deviceId === null ? null : [about.deviceId], from, to)
  const deviceIds = [...new Set(bookings.map((b) => b.deviceId))]
  const firstDay = findFirstDay(ctx)
  const before = await readSchedules(ctx, deviceIds, firstDay, null)
  const result = await write()
  const after = await readSchedules(ctx, deviceIds, firstDay, null)
  const touched = bookings.filter(
    (b) =>
      isOpenThroughout({ ...before(b.deviceId), ...b }) && !isOpenThroughout({ ...after(b.deviceId), ...b }),
  )
  warnOfBookings(touched, about.accepted)
  await announceClosing(ctx, touched, about.reason ?? '开放时间调整')
  // A booking outside the normal hours (samples, overrides) is reopened only by the end of a closure.
  await announceReopening(
    ctx,
    bookings.filter(
      (b) =>
        isOpenThroughout({ ...after(b.deviceId), ...b }) ||
        findClosingReason(before(b.deviceId), b.from, b.to) !== null,
    ),
  )
  return result
}
/** A running use began in open time, up to LONGEST_DAYS ago. */
const findFirstDay = (ctx: Ctx): string => addDays(findToday(ctx), -LONGEST_DAYS)
/** No booking lasts longer, in days. */
const LONGEST_DAYS = 31
