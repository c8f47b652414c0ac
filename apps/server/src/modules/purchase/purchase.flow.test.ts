import { purchaseEvents, purchaseStates } from '@portal/contract/purchase/purchase'
import { expect, test } from 'vitest'
import { walkFlow } from '../../testing/flow.ts'
import { purchaseFlow } from './purchase.flow.ts'

walkFlow('a purchase', purchaseFlow, {
  states: purchaseStates,
  events: purchaseEvents,
  roles: ['requester', 'dept_head', 'finance', 'equip_office', 'buyer', 'office', 'customs', 'system'],
  ends: ['done', 'refused', 'cancelled', 'terminated'],
})

test('nothing is sourced that the equipment office has not agreed to, and none of the approvals before it goes past it', () => {
  const before = (state: string): string[] =>
    purchaseFlow.steps
      .filter((s) => s.to === state && s.from !== state && s.from !== null)
      .map((s) => `${s.from} ${s.on}`)
  expect(before('awaiting_sourcing').filter((s) => !s.includes('void_award'))).toEqual([
    'awaiting_equip_office approve',
  ])
  // Which of the others it goes through first, the policy says (decision 56).
  expect(before('awaiting_equip_office')).toEqual([
    'draft submit',
    'awaiting_experts conclude',
    'awaiting_dept_head approve',
    'awaiting_finance approve',
  ])
  expect(
    purchaseFlow.steps
      .filter((s) => s.from === 'awaiting_dept_head' || s.from === 'awaiting_finance')
      .map((s) => s.to),
  ).not.toContain('awaiting_sourcing')
})
