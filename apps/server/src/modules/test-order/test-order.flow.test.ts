import { testOrderEvents, testOrderStates, type TestOrderState } from '@portal/contract/test-order/test-order'
import { describe, expect, test } from 'vitest'
import { awaitedAt, isAwaiting, nextState, testOrderFlow, type TestOrderRole } from './test-order.flow.ts'

const roles: TestOrderRole[] = ['reviewer', 'director', 'booker', 'owner', 'settlement', 'system']
const { steps } = testOrderFlow

describe.each([null, ...testOrderStates])('in state %s', (state) => {
  test.each(testOrderEvents)('%s is open to those of the table and to nobody else', (event) => {
    for (const role of roles) {
      const listed = steps.filter((s) => s.from === state && s.on === event && s.by.includes(role))
      for (const to of testOrderStates) {
        const judged = () => testOrderFlow.judge(state, event, new Set([role]), { to, reason: '原因' })
        if (listed.some((s) => s.to === to)) expect(judged()).toMatchObject({ from: state, on: event, to })
        else expect(judged).toThrow()
      }
      if (state !== null) expect(testOrderFlow.can(state, new Set([role])).includes(event)).toBe(listed.length > 0)
    }
  })
})

test('what has to be explained is refused without a reason', () => {
  for (const s of steps.filter((x) => x.reason)) expect(() => testOrderFlow.judge(s.from, s.on, new Set(s.by), { to: s.to, reason: ' ' })).toThrow('请填写原因')
})

test('every state is reached, and from each there is a way to settled', () => {
  const reached = new Set<TestOrderState | null>([null])
  for (let grown = true; grown; ) {
    grown = false
    for (const s of steps) if (reached.has(s.from) && !reached.has(s.to)) grown = Boolean(reached.add(s.to))
  }
  expect([...reached].filter((s) => s !== null).toSorted()).toEqual([...testOrderStates].toSorted())
  const ends = new Set<TestOrderState | null>(['settled'])
  for (let grown = true; grown; ) {
    grown = false
    for (const s of steps) if (ends.has(s.to) && !ends.has(s.from)) grown = Boolean(ends.add(s.from))
  }
  for (const s of testOrderStates) expect(ends).toContain(s)
})

test('wherever somebody is awaited, that role can go on', () => {
  for (const state of testOrderStates.filter(isAwaiting)) expect(testOrderFlow.can(state, new Set([awaitedAt[state].role])).length).toBeGreaterThan(0)
})

test('steps the policy leaves out are passed over', () => {
  expect(nextState('submit', { director: true, booker: true })).toBe('awaiting_director')
  expect(nextState('submit', { director: false, booker: true })).toBe('awaiting_booker')
  expect(nextState('submit', { director: false, booker: false })).toBe('confirmed')
  expect(nextState('director', { director: true, booker: true })).toBe('awaiting_booker')
  expect(nextState('director', { director: true, booker: false })).toBe('confirmed')
})
