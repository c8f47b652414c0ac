import { expect, test } from 'vitest'
import { approvalAfter, approvedIn, asksFor, listRequired } from './offices.rules.ts'

type After = Parameters<typeof approvalAfter>

test.each<[After[0], After[1], string]>([
  [null, null, 'awaiting_dept_head'],
  [null, [], 'awaiting_equip_office'],
  [null, ['finance'], 'awaiting_finance'],
  [null, ['dept_head', 'finance'], 'awaiting_dept_head'],
  ['dept_head', ['dept_head', 'finance'], 'awaiting_finance'],
  ['dept_head', null, 'awaiting_equip_office'],
  ['finance', ['dept_head', 'finance'], 'awaiting_equip_office'],
])('after %s of %j it is %s', (step, steps, state) => expect(approvalAfter(step, steps)).toBe(state))

test('the equipment office is the last', () => {
  expect(approvedIn('awaiting_dept_head', ['dept_head', 'finance'], 'done')).toBe('awaiting_finance')
  expect(approvedIn('awaiting_finance', ['dept_head', 'finance'], 'done')).toBe('awaiting_equip_office')
  expect(approvedIn('awaiting_equip_office', ['dept_head', 'finance'], 'done')).toBe('done')
})

test('what was handed in before there was a choice went to the head of department', () => {
  expect([asksFor(null, 'dept_head'), asksFor(null, 'finance')]).toEqual([true, false])
  expect([asksFor([], 'dept_head'), asksFor(['finance'], 'finance')]).toEqual([false, true])
})

test('the policy says which', () =>
  expect(listRequired({ dept_head: { required: false }, finance: { required: true } })).toEqual(['finance']))
