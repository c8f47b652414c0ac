import type { StepOf } from '@portal/contract/approval/approval'
import {
  testOrderEventWords,
  testOrderStateWords,
  type TestOrderEvent,
  type TestOrderState,
} from '@portal/contract/test-order/test-order'
import { defineTable, type Move } from '../../kernel/flow.ts'

/**
 * `reviewer`, `director` and `booker` are the people asked at that step: the task may have passed on because
 * nobody else was left. `payer` agrees to a price that rose; `writer_off` decides on a write-off. `keeper`
 * reviews the device or directs its lab; `owner` is booker or payer; `settlement` is the settlement with the
 * order. `overseer` (finance, or the lab's director) proposes another payer or a write-off, and is `proposer`
 * while a proposal is open; `new_payer` is the person whom the proposal names. `system` acts when time runs
 * out, `departure` when an account is closed.
 */
export interface TestOrder {
  business: 'test_order'
  state: TestOrderState
  event: TestOrderEvent
  role:
    | 'reviewer'
    | 'director'
    | 'booker'
    | 'payer'
    | 'keeper'
    | 'owner'
    | 'settlement'
    | 'system'
    | 'departure'
    | 'overseer'
    | 'proposer'
    | 'new_payer'
    | 'writer_off'
    | 'workflow'
  step: StepOf<'test_order'>
  effect: 'completeBooking' | 'askToPay' | 'releaseHold'
}

/** The order is agreed on. */
const agreed = {
  to: 'confirmed',
  then: ['completeBooking', 'askToPay'],
  tell: null,
} as const satisfies Partial<Move<TestOrder>>
const sentBack = { to: 'draft', reason: true, closes: 'refused', tell: null } as const satisfies Partial<
  Move<TestOrder>
>
/** A proposal is made or ended: other people are asked, and the bill still waits for payment. */
const proposal = { to: 'confirmed', anew: true, tell: null } as const satisfies Partial<Move<TestOrder>>
const director = ['director', 'system'] as const
const booker = ['booker', 'system'] as const

/**
 * A confirmed price was wrong: a new version is drafted, unless a settlement has the order. An order with
 * total 0 has no settlement, so it can be corrected even when settled.
 */
const correct: Move<TestOrder> = {
  by: ['keeper'],
  to: 'draft',
  reason: true,
  closes: 'withdrawn',
  tell: '测试单费用更正中',
}

export const testOrderFlow = defineTable<TestOrder>({
  business: 'test_order',
  words: { state: testOrderStateWords, event: testOrderEventWords },
  begin: {
    // Fees start as confirmed: they were named before the click, so nothing has to be filled in or agreed on.
    create: { by: ['system'], to: ['draft', 'confirmed'], tell: null },
  },
  states: {
    draft: {
      ask: {
        step: 'fill',
        as: 'reviewer',
        whom: 'reviewer',
        title: '填写测试单',
        news: '待填写测试单',
      },
      on: {
        fill: { by: ['reviewer'], to: 'draft', tell: null },
        // To the first of these that the policy requires; if it requires none, the order is confirmed.
        submit: [
          { by: ['reviewer'], to: ['awaiting_director', 'awaiting_booker', 'awaiting_payer'], tell: null },
          { by: ['reviewer'], ...agreed },
        ],
      },
    },
    awaiting_director: {
      ask: {
        step: 'director',
        as: 'director',
        whom: 'lab_director',
        title: '审核测试单',
        news: '待审核测试单',
        yes: 'approve',
        no: 'return',
      },
      on: {
        approve: [
          { by: director, to: ['awaiting_booker', 'awaiting_payer'], tell: null },
          { by: director, ...agreed },
        ],
        return: { by: director, ...sentBack },
      },
    },
    awaiting_booker: {
      ask: {
        step: 'booker',
        as: 'booker',
        whom: 'person',
        // The booker confirms their own bill.
        own: true,
        title: '确认测试单',
        news: '请确认测试单',
        yes: 'confirm',
        no: 'return',
      },
      on: {
        confirm: [
          { by: booker, ...agreed },
          { by: booker, to: 'awaiting_payer', tell: null },
        ],
        return: { by: booker, ...sentBack },
      },
    },
    // Only for a correction that costs more than the last confirmed version.
    awaiting_payer: {
      ask: {
        step: 'payer',
        as: 'payer',
        whom: 'person',
        own: true,
        title: '同意更正后的费用',
        news: '请确认更正后的费用',
        yes: 'agree',
        no: 'return',
      },
      on: {
        agree: { by: ['payer'], ...agreed },
        return: { by: ['payer', 'system'], ...sentBack },
      },
    },
    confirmed: {
      // Asked only while a proposal is open: another payer, if they agree, or a write-off. The total stays
      // the same.
      ask: [
        {
          step: 'new_payer',
          as: 'new_payer',
          whom: 'person',
          // Only the named person may accept the bill; nobody accepts it for them.
          reminds: true,
          own: true,
          title: '确认付款',
          news: '请确认是否付款',
          yes: 'accept_payer',
          no: 'decline_payer',
        },
        {
          step: 'write_off',
          as: 'writer_off',
          whom: 'finance',
          title: '核销',
          news: '核销待审批',
          yes: 'write_off',
          no: 'decline_write_off',
        },
      ],
      on: {
        take: { by: ['owner'], to: 'in_settlement', tell: null },
        // The total is 0, so nobody has to pay.
        settle: { by: ['system'], to: 'settled', tell: null },
        correct,
        propose_payer: { by: ['overseer', 'departure'], ...proposal, reason: true },
        accept_payer: { by: ['new_payer'], ...proposal, do: ['releaseHold'], tell: '付款人已更换' },
        decline_payer: [
          { by: ['new_payer'], ...proposal, reason: true, closes: 'refused', tell: '新付款人拒绝付款' },
          { by: ['system'], ...proposal, reason: true, closes: 'refused', tell: '新付款人未答复' },
          { by: ['departure'], ...proposal, reason: true, closes: 'withdrawn', tell: '新付款人账号已停用' },
        ],
        propose_write_off: { by: ['overseer'], ...proposal, reason: true },
        write_off: [
          { by: ['writer_off'], to: 'written_off', do: ['releaseHold'], tell: '测试单已核销' },
          // At the end of a workflow that finance has published.
          {
            by: ['workflow'],
            to: 'written_off',
            reason: true,
            do: ['releaseHold'],
            tell: '测试单已核销',
          },
        ],
        decline_write_off: {
          by: ['writer_off', 'system'],
          ...proposal,
          reason: true,
          closes: 'refused',
          tell: '核销被驳回',
        },
        withdraw: { by: ['proposer'], ...proposal, closes: 'withdrawn' },
      },
    },
    // All orders of a settlement take these steps together with it.
    in_settlement: {
      ask: null,
      on: {
        release: { by: ['settlement'], to: 'confirmed', tell: null },
        settle: { by: ['settlement'], to: 'settled', tell: null },
      },
    },
    settled: {
      ask: null,
      on: { reopen: { by: ['settlement'], to: 'confirmed', tell: null }, correct },
    },
    written_off: {},
  },
  strip: {
    stages: [
      { key: 'fill', title: '填写测试单', at: ['draft'], by: ['submit'] },
      { key: 'director', title: '主任审核', at: ['awaiting_director'], by: ['approve'] },
      { key: 'booker', title: '预约人确认', at: ['awaiting_booker'], by: ['confirm'] },
      { key: 'payer', title: '付款人确认', at: ['awaiting_payer'], by: ['agree'] },
      { key: 'settlement', title: '结算', at: ['confirmed', 'in_settlement'], by: ['settle'] },
      { key: 'settlement', title: '核销', ends: ['written_off'], aside: true, halts: true },
    ],
    // Approvals before the last return or correction no longer count.
    restart: ['return', 'correct'],
  },
})

export type Required = Record<'director' | 'booker' | 'payer', boolean>
/** The next state when an order is submitted, approved by the director or confirmed by the booker. */
export function nextState(
  after: 'submit' | 'director' | 'booker',
  required: Required,
): 'awaiting_director' | 'awaiting_booker' | 'awaiting_payer' | 'confirmed' {
  if (after === 'submit' && required.director) return 'awaiting_director'
  if (after !== 'booker' && required.booker) return 'awaiting_booker'
  return required.payer ? 'awaiting_payer' : 'confirmed'
}
