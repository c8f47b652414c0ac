import {
  testOrderEventWords,
  testOrderStateWords,
  type ProposalKind,
  type TestOrderEvent,
  type TestOrderState,
} from '@portal/contract/test-order/test-order'
import { defineFlow } from '../../kernel/flow.ts'

/**
 * `reviewer`, `director` and `booker` stand for whoever is awaited at that step: the task may have passed on because nobody else
 * was left; `payer` agrees to a price that rose. `keeper` reviews the device or directs its lab; `owner` is booker or payer, `settlement` the settlement that takes the order up, `system` time running out.
 */
export type TestOrderRole =
  | 'reviewer'
  | 'director'
  | 'booker'
  | 'payer'
  | 'keeper'
  | 'owner'
  | 'settlement'
  | 'system'
  | 'overseer'
  | 'proposer'
  | 'new_payer'
  | 'writer_off'

/** A submitted order goes to the first of these that the policy asks for. */
const submitted = ['awaiting_director', 'awaiting_booker', 'awaiting_payer', 'confirmed'] as const

export const testOrderFlow = defineFlow<TestOrderState, TestOrderEvent, TestOrderRole>(
  'test_order',
  { state: testOrderStateWords, event: testOrderEventWords },
  [
    { from: null, on: 'create', by: ['system'], to: 'draft' },
    // The fee for cancelling too late: it was named before the click, so there is nothing to fill in or agree on.
    { from: null, on: 'create', by: ['system'], to: 'confirmed' },
    { from: 'draft', on: 'fill', by: ['reviewer'], to: 'draft' },
    ...submitted.map((to) => ({ from: 'draft', on: 'submit', by: ['reviewer'], to }) as const),
    { from: 'awaiting_director', on: 'approve', by: ['director', 'system'], to: 'awaiting_booker' },
    { from: 'awaiting_director', on: 'approve', by: ['director', 'system'], to: 'awaiting_payer' },
    { from: 'awaiting_director', on: 'approve', by: ['director', 'system'], to: 'confirmed' },
    { from: 'awaiting_director', on: 'return', by: ['director', 'system'], to: 'draft', reason: true },
    { from: 'awaiting_booker', on: 'confirm', by: ['booker', 'system'], to: 'confirmed' },
    { from: 'awaiting_booker', on: 'confirm', by: ['booker', 'system'], to: 'awaiting_payer' },
    { from: 'awaiting_booker', on: 'return', by: ['booker', 'system'], to: 'draft', reason: true },
    // Only of a correction that costs more than what was confirmed before.
    { from: 'awaiting_payer', on: 'agree', by: ['payer'], to: 'confirmed' },
    { from: 'awaiting_payer', on: 'return', by: ['payer', 'system'], to: 'draft', reason: true },
    { from: 'confirmed', on: 'take', by: ['owner'], to: 'in_settlement' },
    // Nothing to pay: there is nobody to wait for.
    { from: 'confirmed', on: 'settle', by: ['system'], to: 'settled' },
    { from: 'in_settlement', on: 'release', by: ['settlement'], to: 'confirmed' },
    { from: 'in_settlement', on: 'settle', by: ['settlement'], to: 'settled' },
    { from: 'settled', on: 'reopen', by: ['settlement'], to: 'confirmed' },
    // A confirmed price was wrong: a new version of it, unless a settlement has it. One that came to nothing has none.
    { from: 'confirmed', on: 'correct', by: ['keeper'], to: 'draft', reason: true },
    { from: 'settled', on: 'correct', by: ['keeper'], to: 'draft', reason: true },
    // Who was to pay cannot: somebody else does, if he agrees, or nobody. What it comes to stays what was agreed on.
    { from: 'confirmed', on: 'propose_payer', by: ['overseer', 'system'], to: 'confirmed', reason: true },
    { from: 'confirmed', on: 'accept_payer', by: ['new_payer'], to: 'confirmed' },
    { from: 'confirmed', on: 'decline_payer', by: ['new_payer', 'system'], to: 'confirmed', reason: true },
    { from: 'confirmed', on: 'propose_write_off', by: ['overseer'], to: 'confirmed', reason: true },
    { from: 'confirmed', on: 'write_off', by: ['writer_off'], to: 'written_off' },
    { from: 'confirmed', on: 'decline_write_off', by: ['writer_off'], to: 'confirmed', reason: true },
    { from: 'confirmed', on: 'withdraw', by: ['proposer'], to: 'confirmed' },
  ],
)

/** Who is awaited in a state: the step of the approval task, and the role that acts. */
export const awaitedAt = {
  draft: { step: 'fill', role: 'reviewer' },
  awaiting_director: { step: 'director', role: 'director' },
  awaiting_booker: { step: 'booker', role: 'booker' },
  awaiting_payer: { step: 'payer', role: 'payer' },
} as const satisfies Partial<Record<TestOrderState, { step: string; role: TestOrderRole }>>
/** What a yes or no to a proposal is called. */
export const answersTo = {
  payer: { step: 'new_payer', yes: 'accept_payer', no: 'decline_payer' },
  write_off: { step: 'write_off', yes: 'write_off', no: 'decline_write_off' },
} as const satisfies Record<ProposalKind, { step: string; yes: TestOrderEvent; no: TestOrderEvent }>
export type AwaitingState = keyof typeof awaitedAt
export const isAwaiting = (state: TestOrderState): state is AwaitingState => state in awaitedAt

export type Required = Record<'director' | 'booker' | 'payer', boolean>
/** Where an order goes when it is submitted, approved by the director or confirmed by the booker. */
export function nextState(
  after: 'submit' | 'director' | 'booker',
  required: Required,
): (typeof submitted)[number] {
  if (after === 'submit' && required.director) return 'awaiting_director'
  if (after !== 'booker' && required.booker) return 'awaiting_booker'
  return required.payer ? 'awaiting_payer' : 'confirmed'
}
