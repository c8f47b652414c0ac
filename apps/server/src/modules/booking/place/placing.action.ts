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
 * Moves an existing booking to another time. Moves on the same device are serialised, so what `look` saw
 * still holds at `write`. Only a new booking may come in between; then the error of `conflict` names free
 * slots.
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

/** Gives delivered samples a free time, or refuses with free slots. `field`: the form field of the time. */
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
      return chooseSeat(asked, b.capacity, taken) ?? 1 // no free seat is refused above
    },
    write,
    () => conflict(),
  )
}
/** Days ahead in which free time for delivered samples is searched. */
const ASSIGN_DAYS = 60
