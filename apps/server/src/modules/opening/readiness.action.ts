import type { Readiness } from '@portal/contract/opening/readiness'
import type { Ctx } from '../../kernel/ctx.ts'
import { addDays, addMinutes, findInstant, findToday } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import { hasOpenTime, judgeReadiness, type Setup } from './readiness.rules.ts'
import { readSchedules } from './schedule.action.ts'
import * as store from './readiness.store.ts'

/** How devices are set up for booking, as of today. */
export async function readSetups(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Setup>> {
  if (ids.length === 0) return new Map()
  const today = findToday(ctx)
  // Exceptions after the last bookable day are read as well: this day is known from the other answer only,
  // and nothing after it is looked at.
  const [rows, scheduleOf] = await together([
    store.findSetups(ctx.db, ids, today),
    readSchedules(ctx, ids, today, null),
  ])
  return new Map(
    rows.map((row) => {
      const last = addDays(today, (row.horizonDays ?? 0) + 1)
      const bookable = {
        from: addMinutes(ctx.now, row.noticeMinutes ?? 0),
        to: findInstant(last, 0, ctx.env.CAMPUS_TZ),
      }
      const hasTime = row.opening !== null && hasOpenTime(scheduleOf(row.id), bookable, row.minMinutes ?? 0)
      return [row.id, { ...row, hasTime }]
    }),
  )
}

/** For each device, whether it can be booked, and if not why. */
export async function judgeDevices(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Readiness>> {
  const setups = await readSetups(ctx, ids)
  return new Map([...setups].map(([id, setup]) => [id, judgeReadiness(setup)]))
}
