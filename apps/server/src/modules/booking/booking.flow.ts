import {
  bookingEventWords,
  bookingStateWords,
  type BookingEvent,
  type BookingRole,
  type BookingState,
} from '@portal/contract/booking/booking'
import { defineFlow, type Step } from '../../kernel/flow.ts'

type BookingStep = Step<BookingState, BookingEvent, BookingRole>

/** The approvals in their order. `awaitedAfter` (approvals.rules.ts) says which of them a booking needs. */
export const approvalOrder = ['payer', 'reviewer', 'director'] as const
export type Approval = (typeof approvalOrder)[number]
export const stateOfApproval = {
  payer: 'awaiting_payer',
  reviewer: 'awaiting_reviewer',
  director: 'awaiting_director',
} as const satisfies Record<Approval, BookingState>
export const approvalOfState: Partial<Record<BookingState, Approval>> = {
  awaiting_payer: 'payer',
  awaiting_reviewer: 'reviewer',
  awaiting_director: 'director',
}

/** Where a booking can stand before its use: at one of the approvals, or with all of them given. */
const beforeUse = [...approvalOrder.map((a) => stateOfApproval[a]), 'awaiting_use'] as const

const approversOf = (approval: Approval): readonly BookingRole[] =>
  approval === 'payer' ? [approval] : [approval, 'system']

/**
 * One line for each way on. `payer`, `reviewer` and `director` stand for whoever is awaited at that approval: but for the payer's, the task
 * may have passed to the director or the administrators because nobody else was left, and never is the booker himself (roles.rules.ts).
 * `system` approves or refuses where the policy says so when time runs out; it never spends a payer's money.
 */
const approvals: BookingStep[] = approvalOrder.flatMap((approval, i): BookingStep[] => [
  ...beforeUse
    .slice(i + 1)
    .map(
      (to) => ({ from: stateOfApproval[approval], on: 'approve', by: approversOf(approval), to }) as const,
    ),
  { from: stateOfApproval[approval], on: 'refuse', by: [approval, 'system'], to: 'refused', reason: true },
  // What somebody has already agreed to has changed: the round starts again.
  ...beforeUse.map((to) => ({ from: stateOfApproval[approval], on: 'change', by: ['booker'], to }) as const),
  { from: stateOfApproval[approval], on: 'expire', by: ['system'], to: 'expired' },
])

export const bookingFlow = defineFlow<BookingState, BookingEvent, BookingRole>(
  'booking',
  { state: bookingStateWords, event: bookingEventWords },
  [
    ...beforeUse.map((to) => ({ from: null, on: 'create', by: ['booker'], to }) as const),
    ...approvals,
    ...beforeUse.flatMap((from): BookingStep[] => [
      { from, on: 'cancel', by: ['booker'], to: 'cancelled' },
      { from, on: 'revoke', by: ['director', 'admin', 'system'], to: 'revoked', reason: true },
      // Who was to pay has left, or his card can pay no more.
      { from, on: 'lose_payment', by: ['system'], to: 'awaiting_payer', reason: true },
      // Who booked has left, and somebody else comes instead: he is judged as if he had booked.
      ...beforeUse.map((to) => ({ from, on: 'take_over', by: ['system'], to, reason: true }) as const),
    ]),
    // Somebody else is asked to pay; the booker who pays himself names his card, and it goes on from where it stood.
    ...beforeUse.map((to) => ({ from: 'awaiting_payer', on: 'name_payer', by: ['namer'], to }) as const),
    { from: 'awaiting_use', on: 'start', by: ['booker', 'experimenter', 'reviewer'], to: 'in_use' },
    { from: 'awaiting_use', on: 'extend', by: ['booker', 'experimenter', 'reviewer'], to: 'awaiting_use' },
    {
      from: 'awaiting_use',
      on: 'reschedule',
      by: ['reviewer', 'director', 'admin'],
      to: 'awaiting_use',
      reason: true,
    },
    { from: 'awaiting_use', on: 'miss', by: ['system'], to: 'no_show' },
    { from: 'in_use', on: 'extend', by: ['booker', 'experimenter', 'reviewer'], to: 'in_use' },
    {
      from: 'in_use',
      on: 'finish',
      by: ['booker', 'experimenter', 'reviewer', 'director', 'admin', 'system'],
      to: 'awaiting_test_order',
    },
    {
      from: 'in_use',
      on: 'hand_over',
      by: ['reviewer', 'director', 'admin'],
      to: 'awaiting_test_order',
      reason: true,
    },
    {
      from: 'in_use',
      on: 'fault',
      by: ['booker', 'experimenter', 'reviewer', 'director', 'admin', 'system'],
      to: 'awaiting_test_order',
      reason: true,
    },
    { from: 'awaiting_test_order', on: 'complete', by: ['system'], to: 'done' },
  ],
)
