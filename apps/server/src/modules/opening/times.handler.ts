import type { Parsed } from '@portal/contract/kernel/call'
import type { openingCalls } from '@portal/contract/opening/opening'
import type { Ctx } from '../../kernel/ctx.ts'
import { addDays, instantOf } from '../../kernel/time.ts'
import { visibleAmong } from '../device/device.service.ts'
import { fullyBusy, minutesOf, without } from './busy.rules.ts'
import { openIntervals, stretchesOf, type Interval } from './opening.rules.ts'
import * as store from './opening.store.ts'
import { schedulesOf, todayOf } from './schedule.action.ts'

const daysFrom = (ctx: Ctx, first: string, last: string): Interval => ({
  from: instantOf(first, 0, ctx.env.CAMPUS_TZ),
  to: instantOf(addDays(last, 1), 0, ctx.env.CAMPUS_TZ),
})

/** Devices that are not opened are closed throughout. */
export async function times(ctx: Ctx, { query }: Parsed<typeof openingCalls.times>) {
  const ids = await visibleAmong(ctx, query.deviceIds)
  const opened = await store.capacities(ctx.db, ids)
  const scheduleOf = await schedulesOf(ctx, ids, query.from, query.to)
  const range = daysFrom(ctx, query.from, query.to)
  return ids.map((deviceId) => ({
    deviceId,
    stretches: (opened.has(deviceId)
      ? stretchesOf({ ...scheduleOf(deviceId), ...range })
      : [{ ...range, open: false, reason: '未开放预约' }]
    ).map((s) => ({ startAt: s.from, endAt: s.to, open: s.open, reason: s.reason })),
  }))
}

/** From here on it is quicker to read a day's bookings of all devices than to look for those of each. */
const MANY = 500

/** The time of one day in which a seat of each device is free, past included. */
async function freeOn(
  ctx: Ctx,
  deviceIds: readonly number[],
  day: string,
): Promise<Map<number, { open: Interval[]; free: Interval[] }>> {
  const capacities = await store.capacities(ctx.db, deviceIds)
  const ids = [...capacities.keys()]
  const scheduleOf = await schedulesOf(ctx, ids, day, day)
  const range = daysFrom(ctx, day, day)
  const uses = Map.groupBy(
    await store.liveBookings(ctx.db, ids.length > MANY ? null : ids, range.from, range.to),
    (b) => b.deviceId,
  )
  return new Map(
    ids.map((id) => {
      const open = openIntervals({ ...scheduleOf(id), ...range })
      return [id, { open, free: without(open, fullyBusy(uses.get(id) ?? [], capacities.get(id) ?? 1)) }]
    }),
  )
}

const sinceNow = (ctx: Ctx, intervals: readonly Interval[]): Interval[] =>
  intervals
    .filter((i) => i.to > ctx.now)
    .map((i) => ({ from: i.from > ctx.now ? i.from : ctx.now, to: i.to }))

export async function availability(ctx: Ctx, { query }: Parsed<typeof openingCalls.availability>) {
  const ids = await visibleAmong(ctx, query.deviceIds)
  const today = todayOf(ctx)
  const days = await freeOn(ctx, ids, query.day ?? today)
  return ids.map((deviceId) => {
    const { open, free } = days.get(deviceId) ?? { open: [], free: [] }
    const left = sinceNow(ctx, free)
    return {
      deviceId,
      openMinutes: Math.round(minutesOf(open)),
      freeMinutes: Math.round(minutesOf(left)),
      freeNow:
        (query.day ?? today) === today ? left.some((i) => i.from.getTime() === ctx.now.getTime()) : null,
      nextFreeAt: left[0]?.from ?? null,
    }
  })
}

/** Those of some devices that have free open time left on a campus day. */
export async function freeAmong(ctx: Ctx, deviceIds: readonly number[], day: string): Promise<number[]> {
  const days = await freeOn(ctx, deviceIds, day)
  return deviceIds.filter((id) => sinceNow(ctx, days.get(id)?.free ?? []).length > 0)
}
