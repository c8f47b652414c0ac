import { stockInEvents, stockInStates } from '@portal/contract/stock-in/stock-in'
import { expect, test } from 'vitest'
import { walkFlow } from '../../testing/flow.ts'
import { stockInFlow } from './stock-in.flow.ts'

walkFlow('a stock-in', stockInFlow, {
  states: stockInStates,
  events: stockInEvents,
  roles: ['requester', 'card_owner', 'finance', 'cashier', 'equip_office', 'system'],
  ends: ['stored'],
})

test("finance sees nothing that is paid with another's card before he has agreed", () => {
  const led = stockInFlow.steps.filter((s) => s.to === 'awaiting_finance').map((s) => [s.from, s.on, s.by])
  expect(led).toEqual([
    ['awaiting_info', 'submit', ['requester']],
    ['awaiting_card_owner', 'agree', ['card_owner']],
  ])
})

test('nothing is stored that finance has not reimbursed', () => {
  expect(
    stockInFlow.steps.filter((s) => s.to === 'stored' && s.from !== 'stored').map((s) => [s.from, s.by]),
  ).toEqual([['awaiting_store', ['equip_office']]])
  expect(
    stockInFlow.steps.filter((s) => s.to === 'awaiting_store' && s.from !== s.to).map((s) => s.by),
  ).toEqual([['finance']])
})
