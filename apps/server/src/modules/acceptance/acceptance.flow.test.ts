import { acceptanceEvents, acceptanceStates } from '@portal/contract/acceptance/acceptance'
import { expect, test } from 'vitest'
import { walkFlow } from '../../testing/flow.ts'
import { collegeFlow, selfFlow } from './acceptance.flow.ts'

const roles = ['receiver', 'member', 'equip_office', 'system'] as const
walkFlow('an acceptance by the college', collegeFlow, { states: acceptanceStates, events: acceptanceEvents, roles, ends: ['accepted', 'cancelled'] })
walkFlow('an acceptance by oneself', selfFlow, {
  states: acceptanceStates.filter((s) => s !== 'awaiting_signatures'),
  events: acceptanceEvents.filter((e) => e !== 'sign' && e !== 'object'),
  roles,
  ends: ['accepted', 'cancelled'],
})

test.each([selfFlow, collegeFlow])('nothing is accepted but by the equipment office’s audit', (flow) => {
  expect(flow.steps.filter((s) => s.to === 'accepted').map((s) => [s.from, s.by])).toEqual([['awaiting_audit', ['equip_office']]])
})
