import type { BookingKind, BookingState } from '@portal/contract/booking/booking'
import { approvalOrder, stateOfApproval, type Approval } from './booking.flow.ts'
import { needsCard, type Priced } from './booking.rules.ts'

export interface ApprovalNeeds {
  kind: BookingKind
  payerIsBooker: boolean
  /** Paid with a fund card. */
  byCard: boolean
  /** What the policy asks for in this case. */
  required: Record<Approval, boolean>
}

/** Does this booking need that approval? */
export function needsApproval(
  approval: Approval,
  { kind, payerIsBooker, byCard, required }: ApprovalNeeds,
): boolean {
  // Whoever pays for somebody else agrees: no row of the policy may leave him out (decision 054).
  if (approval === 'payer') return !payerIsBooker && (byCard || required.payer)
  // Delivered samples get their time from the reviewer: whatever the policy says, somebody has to give it.
  if (approval === 'reviewer') return kind === 'sample_delivery' || required.reviewer
  return required.director
}

export const listApprovals = (about: ApprovalNeeds): Approval[] =>
  approvalOrder.filter((a) => needsApproval(a, about))

/**
 * Where a booking goes after an approval (null: at its start): to the next one it needs, or on to its use.
 */
export function findNextState(
  approval: Approval | null,
  about: ApprovalNeeds,
): Extract<BookingState, `awaiting_${Approval | 'use'}`> {
  const rest = approval === null ? approvalOrder : approvalOrder.slice(approvalOrder.indexOf(approval) + 1)
  const next = rest.find((a) => needsApproval(a, about))
  return next ? stateOfApproval[next] : 'awaiting_use'
}

/**
 * What belongs to a yes: who reviews delivered samples says when they are tested, who pays by card names it.
 */
export const findYesNeeds = (
  b: Priced & { state: BookingState; kind: BookingKind; fundCardId: number | null },
): { time: boolean; card: boolean } => ({
  time: b.state === 'awaiting_reviewer' && b.kind === 'sample_delivery',
  card: b.state === 'awaiting_payer' && (b.fundCardId !== null || needsCard(b)),
})

/** Does the booker only say that he pays for himself? Nothing of the booking is approved by it. */
export const isOwnPayment = (b: { state: BookingState; bookerId: number; payerId: number }): boolean =>
  b.state === 'awaiting_payer' && b.payerId === b.bookerId
