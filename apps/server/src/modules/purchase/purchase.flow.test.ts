import { purchaseEvents, purchaseStates } from '@portal/contract/purchase/purchase'
import { expect, test } from 'vitest'
import { walkFlow } from '../../testing/flow.ts'
import { purchaseFlow } from './purchase.flow.ts'

walkFlow('a purchase', purchaseFlow, {
  states: purchaseStates,
  events: purchaseEvents,
  roles: ['requester', 'dept_head', 'equip_office', 'buyer', 'office', 'customs', 'system'],
  ends: ['done', 'refused', 'cancelled', 'terminated'],
})

test('nothing is sourced that the dept and the equipment office have not agreed to', () => {
  const before = (state: string): string[] => purchaseFlow.steps.filter((s) => s.to === state && s.from !== state && s.from !== null).map((s) => `${s.from} ${s.on}`)
  expect(before('awaiting_sourcing').filter((s) => !s.includes('void_award'))).toEqual(['awaiting_equip_office approve'])
  expect(before('awaiting_equip_office')).toEqual(['awaiting_dept_head approve'])
})
