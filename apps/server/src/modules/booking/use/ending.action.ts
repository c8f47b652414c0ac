import type { UseEnd } from '@portal/contract/booking/booking'
import type { Ctx } from '../../../kernel/ctx.ts'
import { bookings, loadAsSystem, type Held, type Loaded } from '../booking.process.ts'
import { findRunning } from './seat.store.ts'

/** A device was reported broken: running uses end now and are billed for the time used. */
export async function endFaulty(ctx: Ctx, deviceId: number, note: string | null): Promise<void> {
  for (const id of await findRunning(ctx.db, deviceId)) {
    await finishUse(ctx, await loadAsSystem(ctx, id), {
      event: 'fault',
      at: ctx.now,
      endKind: 'fault',
      reason: note ?? '仪器故障',
    })
  }
}

export interface Ended {
  event: 'finish' | 'hand_over' | 'fault'
  at: Date
  endKind: UseEnd
  reason?: string | null
}
/** Ends a use: the rest of its time is free for others, and its test order can be filled in. */
export async function finishUse(
  ctx: Ctx,
  held: Held,
  { event, at, endKind, reason = null }: Ended,
): Promise<Loaded> {
  const { startedAt } = held.row
  const finishedAt = startedAt && startedAt > at ? startedAt : at
  return bookings.take(ctx, held, event, { reason, changes: { finishedAt, endKind } })
}
