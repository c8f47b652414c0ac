import type { BookingEvent, BookingState, PayMode } from '@portal/contract/booking/booking'

/** Fen to freeze on the card: the estimate if all have approved and payment is immediate, else 0. */
export const computeHold = (state: BookingState, payMode: PayMode, estimateFen: number): number =>
  state === 'awaiting_use' && payMode === 'immediate' ? estimateFen : 0

const nothingCame: ReadonlySet<BookingState> = new Set([
  'refused',
  'cancelled',
  'expired',
  'revoked',
  'no_show',
])
/**
 * True for states in which the booking ended without a use: its frozen money is released except for a fee,
 * and the reason is shown with it.
 */
export const cameToNothing = (state: BookingState): boolean => nothingCame.has(state)

const lost: ReadonlySet<BookingEvent> = new Set(['lose_payment', 'take_over'])
/** True if the frozen money belongs to a former payer or to a card that can no longer pay. */
export const losesHold = (event: BookingEvent): boolean => lost.has(event)

interface Money {
  state: BookingState
  payMode: PayMode
  estimateFen: number
  heldFen: number
}
/**
 * Fen frozen after a step. `after.heldFen`: what an extension asks for; `feeFen`: what stays frozen of a
 * booking that ended without a use.
 */
export function computeHoldAfter(
  before: Pick<Money, 'heldFen'>,
  after: Money,
  event: BookingEvent,
  feeFen: number,
): number {
  if (losesHold(event)) return 0
  if (cameToNothing(after.state)) return Math.min(before.heldFen, feeFen)
  if (event === 'extend') return after.heldFen
  return Math.max(before.heldFen, computeHold(after.state, after.payMode, after.estimateFen))
}
