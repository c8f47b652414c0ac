import { testOrderRefusals } from '@portal/contract/test-order/test-order'
import { attempt } from '../../kernel/attempt.store.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, violates } from '../../kernel/refuse.ts'
import { lockCards, release, releaseAll } from '../fund-card/fund-card.service.ts'
import { bookings, loadAsSystem } from './booking.process.ts'
import * as store from './booking.store.ts'
import * as news from './use/device-news.store.ts'
import { markTested } from './use/sample.handler.ts'
import * as seats from './use/seat.store.ts'

// For the modules below this one in the river.

/** What was done is agreed on: awaiting_test_order → done. The samples have been tested then. */
export async function complete(ctx: Ctx, bookingId: number, untested: readonly number[] = []): Promise<void> {
  const held = await loadAsSystem(ctx, bookingId)
  await markTested(ctx, bookingId, untested)
  await bookings.take(ctx, held, 'complete')
}

/** Frees what is frozen for a booking: before it is paid in another way, or when there is nothing to pay. Repeated, it does nothing. */
export async function releaseHold(ctx: Ctx, bookingId: number): Promise<void> {
  await release(ctx, { business: 'booking', rowId: bookingId, note: '预约冻结解除' })
  await store.clearHeld(ctx, bookingId)
}

/** The same for many bookings. */
export async function releaseHolds(ctx: Ctx, bookingIds: readonly number[]): Promise<void> {
  await releaseAll(ctx, { business: 'booking', rowIds: bookingIds, note: '预约冻结解除' })
  await store.clearHeldOf(ctx, bookingIds)
}

/** What is frozen for a booking beyond this amount is free again. `round` tells this time from others. */
export async function lowerHold(ctx: Ctx, bookingId: number, keepFen: number, round: number): Promise<void> {
  if (!(await store.lowerHeld(ctx, bookingId, keepFen))) return
  await release(ctx, {
    business: 'booking',
    rowId: bookingId,
    keepFen,
    part: FIRST_LOWERED + round,
    note: '费用更正，解除多余冻结',
  })
}
/** Parts before it are the booking's own. */
const FIRST_LOWERED = 10
export { leave, type Leaving } from './decide/leaving.action.ts'

/** The reviewer says when it really was: that may not be somebody else's time on that seat. */
export async function correctUse(
  ctx: Ctx,
  bookingId: number,
  actual: { from: Date; to: Date },
): Promise<void> {
  try {
    await attempt(ctx, () => seats.correct(ctx, bookingId, actual))
  } catch (e) {
    if (!violates(e, 'booking_use_no_overlap')) throw e
    throw refuse('ACTUAL_OVERLAPS', testOrderRefusals.ACTUAL_OVERLAPS, { status: 409 })
  }
}

/** What so many violations come to, said where cancelling warns of it. */
export { suspendedUntil, VIOLATIONS } from './timing.rules.ts'

export type { LiveRow } from './use/device-news.store.ts'
export { warnOf } from './use/device-news.action.ts'

/** Live bookings of a device that touch this time, in its order; without an end, all of them, also those that have no time yet. */
export const liveOf = (ctx: Ctx, deviceId: number, from: Date, until: Date | null): Promise<news.LiveRow[]> =>
  news.live(ctx, deviceId, from, until)

/**
 * The device cannot be used then: whoever runs it takes these bookings back, as its lab's administrator may. What is frozen for them is
 * freed and their people are told why. Those in use go on. Answers how many were taken back.
 */
export async function revokeLive(
  ctx: Ctx,
  deviceId: number,
  about: { from: Date; until: Date | null; reason: string },
): Promise<number> {
  const live = (await news.live(ctx, deviceId, about.from, about.until)).filter((b) => b.state !== 'in_use')
  await lockCards(
    ctx,
    await store.cardsOf(
      ctx,
      live.map((b) => b.id),
    ),
  )
  for (const { id } of live.toSorted((a, b) => a.id - b.id)) {
    await bookings.take(ctx, await loadAsSystem(ctx, id), 'revoke', { reason: about.reason })
  }
  return live.length
}
