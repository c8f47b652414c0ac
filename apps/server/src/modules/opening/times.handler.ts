import type { Parsed } from '@portal/contract/kernel/call'
import type { openingCalls } from '@portal/contract/opening/opening'
import type { Ctx } from '../../kernel/ctx.ts'
import { filterVisible } from '../device/device.service.ts'
import { sumMinutes } from './busy.rules.ts'
import { listStretches } from './opening.rules.ts'
import * as store from './opening.store.ts'
import { readSchedules } from './schedule.action.ts'
import { findDaySpan, findFree, cutPast } from './free.action.ts'
import { findToday } from '../../kernel/time.ts'

/** When devices are open; one that takes no bookings is closed throughout. */
export async function listTimes(ctx: Ctx, { query }: Parsed<typeof openingCalls.times>) {
  const ids = await filterVisible(ctx, query.deviceIds)
  const opened = await store.findCapacities(ctx.db, ids)
  const scheduleOf = await readSchedules(ctx, ids, query.from, query.to)
  const range = findDaySpan(ctx, query.from, query.to)
  return ids.map((deviceId) => ({
    deviceId,
    stretches: (opened.has(deviceId)
      ? listStretches({ ...scheduleOf(deviceId), ...range })
      : [{ ...range, open: false, reason: '未开放预约' }]
    ).map((s) => ({ startAt: s.from, endAt: s.to, open: s.open, reason: s.reason })),
  }))
}

export async function listAvailability(ctx: Ctx, { query }: Parsed<typeof openingCalls.availability>) {
  const ids = await filterVisible(ctx, query.deviceIds)
  const today = findToday(ctx)
  const days = await findFree(ctx, ids, query.day ?? today)
  return ids.map((deviceId) => {
    const { open, free } = days.get(deviceId) ?? { open: [], free: [] }
    const left = cutPast(ctx, free)
    return {
      deviceId,
      openMinutes: Math.round(sumMinutes(open)),
      freeMinutes: Math.round(sumMinutes(left)),
      freeNow:
        (query.day ?? today) === today ? left.some((i) => i.from.getTime() === ctx.now.getTime()) : null,
      nextFreeAt: left[0]?.from ?? null,
    }
  })
}
