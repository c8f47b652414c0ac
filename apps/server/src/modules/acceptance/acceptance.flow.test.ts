import { acceptanceEvents, acceptanceStates } from '@portal/contract/acceptance/acceptance'
import { expect, test } from 'vitest'
import { walkFlow } from '../../testing/flow.ts'
import { acceptanceFlow } from './acceptance.flow.ts'

const roles = ['receiver', 'member', 'dept_head', 'equip_office', 'system'] as const
walkFlow('an acceptance', acceptanceFlow, {
  states: acceptanceStates,
  events: acceptanceEvents,
  roles,
  ends: ['accepted', 'cancelled'],
})

test('nothing is accepted but by the equipment office’s audit, and nothing is audited that others have not signed', () => {
  const into = (state: string) =>
    acceptanceFlow.steps.filter((s) => s.to === state && s.from !== state).map((s) => [s.from, s.by])
  expect([into('accepted'), into('awaiting_audit')]).toEqual([
    [['awaiting_audit', ['equip_office']]],
    [
      ['awaiting_signatures', ['member']],
      ['awaiting_dept_head', ['dept_head']],
    ],
  ])
})
