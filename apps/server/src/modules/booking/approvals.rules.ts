import type { BookingKind, BookingState } from '@portal/contract/booking/booking'
import { approvalOrder, stateOfApproval, type Approval } from './booking.flow.ts'
import { needsCard, type Priced } from './booking.rules.ts'

export interface ApprovalNeeds {
  kind: BookingKind
  payerIsBooker: boolean
  /** Paid with a fund card. */
  byCard: boolean
  /** The approvals that the policy requires in this case. */
  required: Record<Approval, boolean>
}

/** True if the booking needs this approval, by the policy or by the rules below. */
export function needsApproval(
  approval: Approval,
  { kind, payerIsBooker, byCard, required }: ApprovalNeeds,
): boolean {
  // A payer other than the booker always agrees first: no policy row may skip the payer (decision 054).
  if (approval === 'payer') return !payerIsBooker && (byCard || required.payer)
  // Sample bookings always need the reviewer, who sets their time, even if the policy skips the approval.
  if (approval === 'reviewer') return kind === 'sample_delivery' || required.reviewer
  return required.director
}

export const listApprovals = (about: ApprovalNeeds): Approval[] =>
  approvalOrder.filter((a) => needsApproval(a, about))

/**
 * The next state after an approval (`null`: when the booking is made): the next approval it needs, else
 * `awaiting_use`.
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
 * What an approval must carry: the reviewer of delivered samples names their time, a payer by card names the
 * card.
 */
export const findYesNeeds = (
  b: Priced & { state: BookingState; kind: BookingKind; fundCardId: number | null },
): { time: boolean; card: boolean } => ({
  time: b.state === 'awaiting_reviewer' && b.kind === 'sample_delivery',
  card: b.state === 'awaiting_payer' && (b.fundCardId !== null || needsCard(b)),
})

/** True if an approval of several bookings at once is refused: it names neither the time nor the card. */
export function isSingle(b: Parameters<typeof findYesNeeds>[0]): boolean {
  const { time, card } = findYesNeeds(b)
  return (time && b.period === null) || (card && b.fundCardId === null)
}

/** True if the booker only confirms their own payment: that approves nothing of the booking. */
export const isOwnPayment = (b: { state: BookingState; bookerId: number; payerId: number }): boolean =>
  b.state === 'awaiting_payer' && b.payerId === b.bookerId
