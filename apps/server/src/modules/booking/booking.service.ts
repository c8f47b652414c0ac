import { testOrderRefusals } from '@portal/contract/test-order/test-order'
import { attempt } from '../../kernel/attempt.store.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, violates } from '../../kernel/refuse.ts'
import { lockCards, release, releaseAll } from '../fund-card/fund-card.service.ts'
import { bookings, loadAsSystem } from './booking.process.ts'
import * as store from './booking.store.ts'
import * as news from './use/device-news.store.ts'
import { markTested } from './use/sample.action.ts'
import * as seats from './use/seat.store.ts'

// Bookings of instruments, from the wish to the end of the use. Modules below this one in the river say that
// a use is settled, free what is frozen for it, correct when it was, take bookings back, ask who booked when,
// and say in its words what a use was for.

export { leave, type Leaving } from './decide/leaving.action.ts'
export { judgeSuspension, VIOLATIONS } from './timing.rules.ts'
export {
  putInWords,
  readWords as readPurposeWords,
  requireKnown as requireKnownPurpose,
  type Words,
} from './place/purpose.action.ts'
export { warnOfOutage } from './use/device-news.action.ts'
export type { LiveRow } from './use/device-news.store.ts'

/** May whoever asks open this booking? What leads to it shows no door otherwise. */
export const mayOpen = (ctx: Ctx, bookingId: number): Promise<boolean> => bookings.maySee(ctx, bookingId)

/**
 * Ends a booking whose test order is agreed on: awaiting_test_order → done. Its samples have been tested
 * then.
 */
export async function complete(ctx: Ctx, bookingId: number, untested: readonly number[] = []): Promise<void> {
  const held = await loadAsSystem(ctx, bookingId)
  await markTested(ctx, bookingId, untested)
  await bookings.take(ctx, held, 'complete')
}

/**
 * Frees what is frozen for a booking, before it is paid in another way or when there is nothing to pay.
 * Repeated, it does nothing.
 */
export async function releaseHold(ctx: Ctx, bookingId: number): Promise<void> {
  await release(ctx, { business: 'booking', rowId: bookingId, note: '预约冻结解除' })
  await store.clearHeld(ctx, bookingId)
}

/** Frees what is frozen for many bookings. */
export async function releaseHolds(ctx: Ctx, bookingIds: readonly number[]): Promise<void> {
  await releaseAll(ctx, { business: 'booking', rowIds: bookingIds, note: '预约冻结解除' })
  await store.clearAllHeld(ctx, bookingIds)
}

/** Frees what is frozen for a booking beyond this amount. `round` tells this time from others. */
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
/** The parts before it are the booking's own. */
const FIRST_LOWERED = 10

/** Writes when a use really was, as its reviewer says. It may not be somebody else's time on that seat. */
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

/**
 * Live bookings of a device that touch this time, in its order. Without an end: all of them, also those that
 * have no time yet.
 */
export const listLive = (
  ctx: Ctx,
  deviceId: number,
  from: Date,
  until: Date | null,
): Promise<news.LiveRow[]> => news.findLive(ctx.db, deviceId, from, until)

/**
 * Takes back the bookings of a time in which the device cannot be used; whoever calls this has asked whether
 * the person may. What is frozen for them is freed and their people are told why. Those in use go on. Answers
 * how many were taken back.
 */
export async function revokeLive(
  ctx: Ctx,
  deviceId: number,
  about: { from: Date; until: Date | null; reason: string },
): Promise<number> {
  const live = (await news.findLive(ctx.db, deviceId, about.from, about.until)).filter(
    (b) => b.state !== 'in_use',
  )
  await lockCards(
    ctx,
    await store.findCards(
      ctx.db,
      live.map((b) => b.id),
    ),
  )
  for (const { id } of live.toSorted((a, b) => a.id - b.id)) {
    await bookings.take(ctx, await loadAsSystem(ctx, id), 'revoke', { reason: about.reason })
  }
  return live.length
}
