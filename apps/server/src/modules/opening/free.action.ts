import type { Ctx } from '../../kernel/ctx.ts'
import { addDays, findInstant } from '../../kernel/time.ts'
import { findFullyBusy, subtract } from './busy.rules.ts'
import { findOpenIntervals, type Interval } from './opening.rules.ts'
import * as store from './opening.store.ts'
import { readSchedules } from './schedule.action.ts'

/** From the start of one campus day to the end of another. */
export const findDaySpan = (ctx: Ctx, first: string, last: string): Interval => ({
  from: findInstant(first, 0, ctx.env.CAMPUS_TZ),
  to: findInstant(addDays(last, 1), 0, ctx.env.CAMPUS_TZ),
})

/**
 * Above this many devices, reading the day's bookings of all devices is faster than selecting those of each.
 */
const MANY = 500

/**
 * The open time of one day, past included, and the part of it in which at least one seat of each device is
 * free.
 */
export async function findFree(
  ctx: Ctx,
  deviceIds: readonly number[],
  day: string,
): Promise<Map<number, { open: Interval[]; free: Interval[] }>> {
  const capacities = await store.findServing(ctx.db, deviceIds)
  const ids = [...capacities.keys()]
  const scheduleOf = await readSchedules(ctx, ids, day, day)
  const range = findDaySpan(ctx, day, day)
  const uses = Map.groupBy(
    await store.listLiveBookings(ctx.db, ids.length > MANY ? null : ids, range.from, range.to),
    (b) => b.deviceId,
  )
  return new Map(
    ids.map((id) => {
      const open = findOpenIntervals({ ...scheduleOf(id), ...range })
      return [id, { open, free: subtract(open, findFullyBusy(uses.get(id) ?? [], capacities.get(id) ?? 1)) }]
    }),
  )
}

/** The future part of these intervals. */
export const cutPast = (ctx: Ctx, intervals: readonly Interval[]): Interval[] =>
  intervals
    .filter((i) => i.to > ctx.now)
    .map((i) => ({ from: i.from > ctx.now ? i.from : ctx.now, to: i.to }))

/** The devices that have free open time left on a campus day. */
export async function filterFree(ctx: Ctx, deviceIds: readonly number[], day: string): Promise<number[]> {
  const days = await findFree(ctx, deviceIds, day)
  return deviceIds.filter((id) => cutPast(ctx, days.get(id)?.free ?? []).length > 0)
}
