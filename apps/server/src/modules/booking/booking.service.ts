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

// Bookings of instruments, from the request to the end of the use. Modules downstream of this one complete a
// billed use, release or lower frozen money, correct the times of a use, revoke bookings, ask who booked
// when and which uses the caller can start or finish, and put the purpose of a use into words.

export { lockMoney } from './booking.process.ts'
export { leave, type Leaving } from './decide/leaving.action.ts'
export { listOwnUses } from './list/own-use.action.ts'
export { judgeSuspension, VIOLATIONS } from './timing.rules.ts'
export {
  putInWords,
  readWords as readPurposeWords,
  requireKnown as requireKnownPurpose,
  type Words,
} from './place/purpose.action.ts'
export { warnOfOutage } from './use/device-news.action.ts'
export type { LiveRow } from './use/device-news.store.ts'

/** True if the caller may open this booking; links to it are shown only then. */
export const mayOpen = (ctx: Ctx, bookingId: number): Promise<boolean> => bookings.maySee(ctx, bookingId)

/**
 * Ends a booking whose test order is agreed on: awaiting_test_order → done. Marks its waiting samples as
 * tested, except `untested`.
 */
export async function complete(ctx: Ctx, bookingId: number, untested: readonly number[] = []): Promise<void> {
  const held = await loadAsSystem(ctx, bookingId)
  await markTested(ctx, bookingId, untested)
  await bookings.take(ctx, held, 'complete')
}

/**
 * Releases the money frozen for a booking, before it is paid in another way or when nothing is to be paid.
 * Idempotent.
 */
export async function releaseHold(ctx: Ctx, bookingId: number): Promise<void> {
  await release(ctx, { business: 'booking', rowId: bookingId, note: '预约冻结解除' })
  await store.clearHeld(ctx, bookingId)
}

/** Releases the money frozen for many bookings. */
export async function releaseHolds(ctx: Ctx, bookingIds: readonly number[]): Promise<void> {
  await releaseAll(ctx, { business: 'booking', rowIds: bookingIds, note: '预约冻结解除' })
  await store.clearAllHeld(ctx, bookingIds)
}

/**
 * Releases the money frozen for a booking above `keepFen`. `round` numbers the corrections, so that each is
 * released once.
 */
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
/** Lower part numbers belong to the booking itself. */
const FIRST_LOWERED = 10

/**
 * Writes the actual times of a use, as its reviewer states them. Refuses with 409 `ACTUAL_OVERLAPS` if
 * another use had the seat at that time.
 */
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
 * Live bookings of a device that overlap `from` to `until`, in order of time. Without `until`: all of them,
 * also those without a time yet.
 */
export const listLive = (
  ctx: Ctx,
  deviceId: number,
  from: Date,
  until: Date | null,
): Promise<news.LiveRow[]> => news.findLive(ctx.db, deviceId, from, until)

/**
 * Revokes the live bookings of a time in which the device cannot be used, except those in use. The caller
 * must have checked the permission. Releases the frozen money, tells the people the reason, and returns how
 * many were revoked.
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
