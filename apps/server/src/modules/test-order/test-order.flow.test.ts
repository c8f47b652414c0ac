import { testOrderEvents, testOrderStates, type TestOrderState } from '@portal/contract/test-order/test-order'
import { expect, test } from 'vitest'
import { walkFlow } from '../../testing/flow.ts'
import { nextState, testOrderFlow } from './test-order.flow.ts'

walkFlow('a test order', testOrderFlow, {
  states: testOrderStates,
  events: testOrderEvents,
  roles: [
    'reviewer',
    'director',
    'booker',
    'payer',
    'keeper',
    'owner',
    'settlement',
    'system',
    'departure',
    'overseer',
    'proposer',
    'new_payer',
    'writer_off',
    'workflow',
  ],
  // A reversal reopens even a settled order; a written-off one never changes.
  ends: ['written_off'],
})

test('from every state there is a way to settled', () => {
  const leading = new Set<TestOrderState | null>(['settled'])
  for (let grown = true; grown;) {
    grown = false
    for (const s of testOrderFlow.steps)
      if (leading.has(s.to) && !leading.has(s.from)) grown = Boolean(leading.add(s.from))
  }
  for (const s of testOrderStates.filter((state) => state !== 'written_off')) expect(leading).toContain(s)
})

test('only what waits to be paid is written off, and never by a system or a settlement', () => {
  const rows = testOrderFlow.steps.filter((s) => s.to === 'written_off')
  expect(rows.map((s) => [s.from, s.by])).toEqual([
    ['confirmed', ['writer_off']],
    ['confirmed', ['workflow']],
  ])
})

test('wherever somebody is awaited, that role can go on', () => {
  for (const state of testOrderStates)
    for (const { as } of testOrderFlow.asksAt(state))
      expect(testOrderFlow.can(state, new Set([as])).length).toBeGreaterThan(0)
})

test('silence agrees for director and booker, and never to a rise or to what is proposed', () => {
  const bySilence = testOrderStates.map(
    (state) => [state, testOrderFlow.can(state, new Set(['system']))] as const,
  )
  expect(Object.fromEntries(bySilence.filter(([, events]) => events.length > 0))).toEqual({
    awaiting_director: ['approve', 'return'],
    awaiting_booker: ['confirm', 'return'],
    awaiting_payer: ['return'],
    // The system settles orders with total 0. No answer counts as no: nobody becomes payer, and nothing is
    // written off.
    confirmed: ['settle', 'decline_payer', 'decline_write_off'],
  })
})

test('steps the policy leaves out are passed over', () => {
  const none = { director: false, booker: false, payer: false }
  expect(nextState('submit', { ...none, director: true, booker: true })).toBe('awaiting_director')
  expect(nextState('submit', { ...none, booker: true })).toBe('awaiting_booker')
  expect(nextState('submit', none)).toBe('confirmed')
  expect(nextState('director', { ...none, director: true, booker: true })).toBe('awaiting_booker')
  expect(nextState('director', { ...none, director: true })).toBe('confirmed')
  expect(nextState('booker', { ...none, director: true, booker: true })).toBe('confirmed')
  for (const after of ['submit', 'director', 'booker'] as const)
    expect(nextState(after, { ...none, payer: true })).toBe('awaiting_payer')
})
