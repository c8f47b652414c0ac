import { attempt } from '../../../kernel/attempt.store.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { notFound, violates } from '../../../kernel/refuse.ts'
import * as writing from '../writing.store.ts'
import type { Interval } from '../../opening/opening.rules.ts'
import type { Loaded } from '../booking.process.ts'
import { judgeAssignment, chooseSeat } from '../booking.rules.ts'
import { because } from '../reasons.rules.ts'
import * as facts from './facts.store.ts'
import { findAlternatives, turnDown } from './alternatives.action.ts'
import { readRules } from './rules.action.ts'

/**
 * Moves a booking that exists to another time. Those who do the same on this device wait their turn, so that
 * `look` still holds when `write` comes; only a new booking may come in between, and then `conflict` says
 * what is free instead.
 */
export async function place<Seen, T>(
  ctx: Ctx,
  deviceId: number,
  look: () => Promise<Seen>,
  write: (seen: Seen) => Promise<T>,
  conflict: (seen: Seen) => Promise<Error>,
): Promise<T> {
  await writing.lockDevice(ctx, deviceId)
  const seen = await look()
  try {
    return await attempt(ctx, () => write(seen))
  } catch (e) {
    throw violates(e, 'booking_no_overlap') ? await conflict(seen) : e
  }
}

/** Puts delivered samples into a time that is free, or says which is. `field`: where the form asks for it. */
export async function placeSamples(
  ctx: Ctx,
  b: Loaded,
  period: Interval,
  asked: number | null,
  field: string,
  write: (seat: number) => Promise<Loaded>,
): Promise<Loaded> {
  const conflict = async (reasons = [because('OVERLAPS', field)]) => {
    const known = await readRules(ctx, b.deviceId)
    if (!known) throw notFound('仪器')
    const alternatives = await findAlternatives(ctx, {
      deviceId: b.deviceId,
      schedule: known.rules,
      period,
      seat: asked,
      exceptId: b.id,
      opening: { ...b, noticeMinutes: 0, horizonDays: ASSIGN_DAYS },
    })
    return turnDown(reasons, alternatives)
  }
  return place(
    ctx,
    b.deviceId,
    async () => {
      const taken = await facts.findTaken(ctx.db, b.deviceId, period, b.id)
      const reasons = judgeAssignment(
        period,
        asked,
        { labEnabled: b.labEnabled, capacity: b.capacity, taken },
        ctx.now,
      )
      if (reasons.length > 0) throw await conflict(reasons)
      return chooseSeat(asked, b.capacity, taken) ?? 1 // none free was a reason
    },
    write,
    () => conflict(),
  )
}
/** How far ahead free time for delivered samples is looked for. */
const ASSIGN_DAYS = 60
