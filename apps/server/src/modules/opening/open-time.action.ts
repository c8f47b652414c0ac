import type { Ctx } from '../../kernel/ctx.ts'
import { countOpenMinutes, type Schedule } from './opening.rules.ts'
import * as store from './opening.store.ts'
import { readSchedules } from './schedule.action.ts'

/** A key that is equal for instruments with the same hours. */
const describe = ({ windows, exceptions }: Schedule): string =>
  JSON.stringify([
    windows.map((w) => [w.enabled, w.weekday, w.fromMinute, w.toMinute, w.validFrom, w.validTo]),
    exceptions.map((e) => [e.deviceId, e.open, e.firstDay, e.lastDay, e.fromMinute, e.toMinute]),
  ])

/**
 * Open minutes of each instrument by its present hours, times its number of seats. Instruments that take no
 * bookings or were never open are left out.
 */
export async function sumOpenMinutes(
  ctx: Ctx,
  deviceIds: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<Map<number, number>> {
  const capacities = await store.findCapacities(ctx.db, deviceIds)
  const scheduleOf = await readSchedules(ctx, [...capacities.keys()], from, to)
  // Most instruments share their hours with others, so results are cached by hours.
  const known = new Map<string, number>()
  const open = new Map<number, number>()
  for (const [id, capacity] of capacities) {
    const schedule = scheduleOf(id)
    const key = describe(schedule)
    const minutes = known.get(key) ?? countOpenMinutes(schedule, from, to)
    known.set(key, minutes)
    if (minutes > 0) open.set(id, minutes * capacity)
  }
  return open
}
