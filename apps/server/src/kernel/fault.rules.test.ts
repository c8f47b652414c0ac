import { expect, test } from 'vitest'
import { describeFault } from './fault.rules.ts'

const thrown = (at: string, { name = 'Error', message = 'broken' } = {}) =>
  Object.assign(new Error(message), {
    name,
    stack: `${name}: ${message}\n    at settle (file:///srv/main.js:${at})\n    at async answer (file:///srv/main.js:9:1)`,
  })

test('the same fault is one group, whatever it says and wherever a new version has put its lines', () => {
  const first = describeFault('settlement.deduct', thrown('10:5'))
  expect(describeFault('settlement.deduct', thrown('10:5', { message: 'broken for 12' })).fingerprint).toBe(
    first.fingerprint,
  )
  expect(describeFault('settlement.deduct', thrown('812:17')).fingerprint).toBe(first.fingerprint)
})

test('another call, another kind of error or another way there is another group', () => {
  const elsewhere = thrown('10:5')
  elsewhere.stack = elsewhere.stack.replace('settle', 'refund')
  const groups = [
    describeFault('settlement.deduct', thrown('10:5')),
    describeFault('settlement.confirm', thrown('10:5')),
    describeFault('settlement.deduct', thrown('10:5', { name: 'TypeError' })),
    describeFault('settlement.deduct', elsewhere),
  ]
  expect(new Set(groups.map((each) => each.fingerprint)).size).toBe(groups.length)
})

test('a message of two lines is no frame', () => {
  const two = thrown('10:5')
  two.stack = two.stack.replace('broken', 'broken\nin two')
  expect(describeFault('settlement.deduct', two).fingerprint).toBe(
    describeFault('settlement.deduct', thrown('10:5')).fingerprint,
  )
})
