import type { StepOf } from '@portal/contract/approval/approval'
import {
  settlementEventWords,
  settlementStateWords,
  type PayWay,
  type SettlementEvent,
  type SettlementState,
} from '@portal/contract/settlement/settlement'
import { defineTable, type Ask, type Move, type State } from '../../kernel/flow.ts'
import type { Stage } from '../../kernel/strip.rules.ts'

/**
 * `card_owner`, `finance` and `approver` (of a reversal) are the people who are asked at that step; `starter`
 * and `payer` are the people of the settlement, `director` directs its lab, `clerk` is anyone in finance,
 * `system` acts when time runs out.
 *
 * Effects always lock in this order: the settlement, its cards, its test orders. Whatever moves money locks
 * cards before test orders, also a settlement that begins; the other order could deadlock with it.
 */
export interface Settlement {
  business: 'settlement'
  state: SettlementState
  event: SettlementEvent
  role: 'starter' | 'payer' | 'director' | 'clerk' | 'card_owner' | 'finance' | 'approver' | 'system'
  step: StepOf<'settlement'>
  effect:
    | 'settleOrders'
    | 'releaseOrders'
    | 'reopenOrders'
    | 'deductShares'
    | 'releaseShares'
    | 'payBackShares'
}
type Doing = Pick<Move<Settlement>, 'do'>

const refusal = {
  to: 'refused',
  reason: true,
  closes: 'refused',
  tell: '结算单被驳回',
} as const satisfies Partial<Move<Settlement>>
const cancellation = {
  to: 'cancelled',
  reason: true,
  closes: 'withdrawn',
  tell: '结算单已取消',
} as const satisfies Partial<Move<Settlement>>
const payment = { by: ['finance'], to: 'settled', tell: '结算完成' } as const satisfies Partial<
  Move<Settlement>
>
/**
 * Besides the starter also the payer or finance, because the
 * starter may have left; `system` acts when an account is closed.
 */
const ANY_PARTY = ['starter', 'payer', 'clerk', 'system'] as const

const finance: Omit<Ask<Settlement>, 'title'> = {
  step: 'finance',
  as: 'finance',
  whom: 'finance',
  news: '结算单待财务处理',
  no: 'refuse',
}

/** Paid money comes back only by a reversal, which another person in finance approves. */
const settled: State<Settlement> = {
  ask: null,
  on: {
    ask_reversal: {
      by: ['starter', 'payer', 'director', 'clerk'],
      to: 'awaiting_reversal',
      reason: true,
      tell: null,
    },
  },
}
const awaitingReversal = (undo: Doing): State<Settlement> => ({
  ask: {
    step: 'reversal',
    as: 'approver',
    whom: 'finance',
    title: '审批冲正',
    news: '冲正申请待审批',
    yes: 'reverse',
    no: 'refuse_reversal',
  },
  on: {
    reverse: { by: ['approver'], to: 'reversed', tell: '结算单已冲正', ...undo },
    refuse_reversal: {
      by: ['approver', 'system'],
      to: 'settled',
      reason: true,
      closes: 'refused',
      tell: '冲正申请被驳回',
    },
  },
})

type Stages = readonly Stage<SettlementState, SettlementEvent>[]
const beginning: Stages = [{ key: 'create', title: '发起结算' }]
/** The step of finance, which ends the settlement. */
const ending = (title: string, by: 'deduct' | 'receive'): Stages => [
  { key: 'finance', title, at: ['awaiting_finance'], by: [by] },
  { key: 'end', title: '已结算', by: [by] },
  { key: 'reversal', title: '冲正', at: ['awaiting_reversal'], by: ['reverse'], aside: true, halts: true },
]
const stopped = ['refused', 'cancelled'] as const
const words = { state: settlementStateWords, event: settlementEventWords }

const free: Doing = { do: ['releaseShares', 'releaseOrders'] }
export const cardFlow = defineTable<Settlement>({
  business: 'settlement',
  words,
  begin: {
    // Goes directly to finance if the starter owns every card.
    create: { by: ['starter'], to: ['awaiting_card_owner', 'awaiting_finance'], tell: null },
  },
  states: {
    awaiting_card_owner: {
      ask: {
        step: 'card_owner',
        as: 'card_owner',
        whom: 'person',
        title: '审批经费卡支出',
        news: '经费卡支出待审批',
        yes: 'agree',
        no: 'refuse',
      },
      on: {
        agree: [
          // One owner has agreed, others have not yet.
          { by: ['card_owner'], to: 'awaiting_card_owner', one: true, tell: null },
          { by: ['card_owner'], to: 'awaiting_finance', tell: null },
        ],
        refuse: { by: ['card_owner', 'system'], ...refusal, ...free },
        cancel: { by: ANY_PARTY, ...cancellation, ...free },
      },
    },
    awaiting_finance: {
      ask: { ...finance, title: '财务扣款', yes: 'deduct' },
      on: {
        deduct: { ...payment, do: ['deductShares', 'settleOrders'] },
        refuse: { by: ['finance'], ...refusal, ...free },
        cancel: { by: ['starter'], ...cancellation, ...free },
      },
    },
    settled,
    awaiting_reversal: awaitingReversal({ do: ['payBackShares', 'reopenOrders'] }),
    reversed: {},
    refused: {},
    cancelled: {},
    // Only the flow of the other way of payment uses these states.
    awaiting_remittance: {},
    refunded: {},
  },
  strip: {
    stages: [
      ...beginning,
      { key: 'card_owner', title: '卡主审批', at: ['awaiting_card_owner'], by: ['agree'] },
      ...ending('财务扣款', 'deduct'),
    ],
    stopped,
  },
})

export const offlineFlow = defineTable<Settlement>({
  business: 'settlement',
  words,
  begin: { create: { by: ['starter'], to: 'awaiting_remittance', tell: null } },
  states: {
    awaiting_remittance: {
      ask: {
        step: 'remittance',
        as: 'starter',
        whom: 'person',
        // The starter's own payment: no deputy remits it.
        reminds: true,
        own: true,
        title: '登记汇款',
        news: '请汇款并登记凭证',
        // Happens on time-out, if the policy says so; no person can refuse here.
        no: 'refuse',
      },
      on: {
        remit: { by: ['starter', 'payer'], to: 'awaiting_finance', tell: null },
        cancel: { by: ANY_PARTY, ...cancellation, do: ['releaseOrders'] },
        refuse: { by: ['system'], ...refusal, do: ['releaseOrders'] },
      },
    },
    awaiting_finance: {
      ask: { ...finance, title: '确认到账', yes: 'receive', back: 'send_back' },
      // The money has been sent, so the settlement can no longer be cancelled.
      on: {
        receive: { ...payment, do: ['settleOrders'] },
        send_back: {
          by: ['finance'],
          to: 'awaiting_remittance',
          reason: true,
          closes: 'refused',
          tell: null,
        },
        refuse: { by: ['finance'], ...refusal, do: ['releaseOrders'] },
      },
    },
    settled,
    awaiting_reversal: awaitingReversal({ do: ['reopenOrders'] }),
    reversed: {
      // A reversal does not return remitted money; finance has to refund it.
      ask: null,
      on: { refund: { by: ['clerk'], to: 'refunded', tell: '汇款已退款' } },
    },
    refunded: {},
    refused: {},
    cancelled: {},
    // Only the flow of the other way of payment uses these states.
    awaiting_card_owner: {},
  },
  strip: {
    stages: [
      ...beginning,
      { key: 'remittance', title: '汇款', at: ['awaiting_remittance'], by: ['remit'] },
      ...ending('财务确认到账', 'receive'),
      { key: 'refund', title: '退款', at: ['reversed'], by: ['refund'], aside: true },
    ],
    stopped,
  },
})

export const flowOf: Record<PayWay, typeof cardFlow> = { fund_card: cardFlow, offline: offlineFlow }
