import type { Ctx } from '../../kernel/ctx.ts'
import { findWeekday } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import type { Schedule } from './opening.rules.ts'
import * as store from './opening.store.ts'

/** The schedules of some devices, for the days from `fromDay` to `toDay` (null: no end). */
export async function readSchedules(
  ctx: Ctx,
  deviceIds: readonly number[],
  fromDay: string,
  toDay: string | null,
): Promise<(deviceId: number) => Schedule> {
  const [windows, excepted] = await together([
    store.listWindows(ctx.db, deviceIds, fromDay === toDay ? findWeekday(fromDay) : null),
    store.listExceptions(ctx.db, deviceIds, fromDay, toDay),
  ])
  const exceptions = Map.groupBy(excepted, (e) => e.deviceId)
  const ofCampus = exceptions.get(null) ?? []
  return (id) => ({
    windows: windows.get(id) ?? [],
    exceptions: [...ofCampus, ...(exceptions.get(id) ?? [])],
    zone: ctx.env.CAMPUS_TZ,
  })
}
