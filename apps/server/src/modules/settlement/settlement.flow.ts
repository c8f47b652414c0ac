import {
  settlementEventWords,
  settlementStateWords,
  type PayWay,
  type SettlementEvent,
  type SettlementState,
} from '@portal/contract/settlement/settlement'
import { defineFlow, type Step } from '../../kernel/flow.ts'

/**
 * `card_owner`, `finance` and `approver` (of a reversal) stand for whoever is awaited there; `starter` and `payer` are the people
 * of the settlement, `director` directs its lab, `clerk` is anybody of finance, `system` time running out.
 */
export type SettlementRole =
  | 'starter'
  | 'payer'
  | 'director'
  | 'clerk'
  | 'card_owner'
  | 'finance'
  | 'approver'
  | 'system'
type SettlementStep = Step<SettlementState, SettlementEvent, SettlementRole>

/** Money that was paid comes back only by a reversal, which somebody else of finance approves. */
const correction: SettlementStep[] = [
  {
    from: 'settled',
    on: 'ask_reversal',
    by: ['starter', 'payer', 'director', 'clerk'],
    to: 'awaiting_reversal',
    reason: true,
  },
  { from: 'awaiting_reversal', on: 'reverse', by: ['approver'], to: 'reversed' },
  {
    from: 'awaiting_reversal',
    on: 'refuse_reversal',
    by: ['approver', 'system'],
    to: 'settled',
    reason: true,
  },
]

const byCard: SettlementStep[] = [
  { from: null, on: 'create', by: ['starter'], to: 'awaiting_card_owner' },
  // The starter owns every card, or the policy asks no owner.
  { from: null, on: 'create', by: ['starter'], to: 'awaiting_finance' },
  // One of several owners; then the last one.
  { from: 'awaiting_card_owner', on: 'agree', by: ['card_owner'], to: 'awaiting_card_owner' },
  { from: 'awaiting_card_owner', on: 'agree', by: ['card_owner'], to: 'awaiting_finance' },
  { from: 'awaiting_card_owner', on: 'refuse', by: ['card_owner', 'system'], to: 'refused', reason: true },
  // Who pays, or finance, where whoever started it has left; the program when an account is closed.
  {
    from: 'awaiting_card_owner',
    on: 'cancel',
    by: ['starter', 'payer', 'clerk', 'system'],
    to: 'cancelled',
    reason: true,
  },
  { from: 'awaiting_finance', on: 'deduct', by: ['finance'], to: 'settled' },
  { from: 'awaiting_finance', on: 'refuse', by: ['finance'], to: 'refused', reason: true },
  { from: 'awaiting_finance', on: 'cancel', by: ['starter'], to: 'cancelled', reason: true },
  ...correction,
]

const offline: SettlementStep[] = [
  { from: null, on: 'create', by: ['starter'], to: 'awaiting_remittance' },
  { from: 'awaiting_remittance', on: 'remit', by: ['starter', 'payer'], to: 'awaiting_finance' },
  {
    from: 'awaiting_remittance',
    on: 'cancel',
    by: ['starter', 'payer', 'clerk', 'system'],
    to: 'cancelled',
    reason: true,
  },
  { from: 'awaiting_remittance', on: 'refuse', by: ['system'], to: 'refused', reason: true },
  // From here on the money is on its way: it can no longer be cancelled.
  { from: 'awaiting_finance', on: 'receive', by: ['finance'], to: 'settled' },
  { from: 'awaiting_finance', on: 'send_back', by: ['finance'], to: 'awaiting_remittance', reason: true },
  { from: 'awaiting_finance', on: 'refuse', by: ['finance'], to: 'refused', reason: true },
  ...correction,
  // Remitted money does not come back by itself.
  { from: 'reversed', on: 'refund', by: ['clerk'], to: 'refunded' },
]

const words = { state: settlementStateWords, event: settlementEventWords }
export const cardFlow = defineFlow<SettlementState, SettlementEvent, SettlementRole>(
  'settlement',
  words,
  byCard,
)
export const offlineFlow = defineFlow<SettlementState, SettlementEvent, SettlementRole>(
  'settlement',
  words,
  offline,
)
export const flowOf: Record<PayWay, typeof cardFlow> = { fund_card: cardFlow, offline: offlineFlow }

/** Who is awaited in a state: the step of the approval task, and the role of whoever may act on it. */
export const awaitedAt = {
  awaiting_card_owner: { step: 'card_owner', role: 'card_owner' },
  awaiting_remittance: { step: 'remittance', role: null },
  awaiting_finance: { step: 'finance', role: 'finance' },
  awaiting_reversal: { step: 'reversal', role: 'approver' },
} as const satisfies Partial<Record<SettlementState, { step: string; role: SettlementRole | null }>>
export type AwaitingState = keyof typeof awaitedAt
export const isAwaiting = (state: SettlementState): state is AwaitingState => state in awaitedAt

/** What a yes or no means, state by state. */
export const yesOf = (way: PayWay): Partial<Record<SettlementState, SettlementEvent>> => ({
  awaiting_card_owner: 'agree',
  awaiting_finance: way === 'fund_card' ? 'deduct' : 'receive',
  awaiting_reversal: 'reverse',
})
export const noOf: Partial<Record<SettlementState, SettlementEvent>> = {
  awaiting_card_owner: 'refuse',
  awaiting_finance: 'refuse',
  awaiting_reversal: 'refuse_reversal',
}
