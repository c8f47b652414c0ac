import type { BookingEvent, BookingState, PayMode } from '@portal/contract/booking/booking'

/** What is frozen on the card once everybody has agreed. */
export const computeHold = (state: BookingState, payMode: PayMode, estimateFen: number): number =>
  state === 'awaiting_use' && payMode === 'immediate' ? estimateFen : 0

const nothingCame: ReadonlySet<BookingState> = new Set([
  'refused',
  'cancelled',
  'expired',
  'revoked',
  'no_show',
])
/** It came to nothing: what is frozen for it is free, but for a fee, and why is shown with it. */
export const cameToNothing = (state: BookingState): boolean => nothingCame.has(state)

const lost: ReadonlySet<BookingEvent> = new Set(['lose_payment', 'take_over'])
/** What was frozen was another's, or of a card that pays no more. */
export const losesHold = (event: BookingEvent): boolean => lost.has(event)

interface Money {
  state: BookingState
  payMode: PayMode
  estimateFen: number
  heldFen: number
}
/**
 * What is frozen after a step. `after.heldFen`: what an extension asks for; `feeFen`: what is kept of it
 * where it came to nothing.
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
