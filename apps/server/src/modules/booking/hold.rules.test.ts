import { expect, test } from 'vitest'
import { computeHoldAfter, computeHold } from './hold.rules.ts'

const at = { state: 'awaiting_use', payMode: 'immediate', estimateFen: 20_000, heldFen: 20_000 } as const
const free = { heldFen: 0 }

test('money is frozen once everybody has agreed, and only of whoever pays at once', () => {
  expect(computeHoldAfter(free, { ...at, heldFen: 0 }, 'approve', 0)).toBe(20_000)
  expect(computeHoldAfter(free, { ...at, heldFen: 0, state: 'awaiting_director' }, 'approve', 0)).toBe(0)
  expect(computeHoldAfter(free, { ...at, heldFen: 0, payMode: 'post' }, 'approve', 0)).toBe(0)
  expect(computeHold('in_use', 'immediate', 20_000)).toBe(0)
})
test('what is frozen stays while it is used, and a cheaper time frees none of it', () => {
  expect(computeHoldAfter(at, { ...at, state: 'in_use' }, 'start', 0)).toBe(20_000)
  expect(computeHoldAfter(at, { ...at, estimateFen: 15_000 }, 'reschedule', 0)).toBe(20_000)
  expect(computeHoldAfter(at, { ...at, estimateFen: 25_000 }, 'reschedule', 0)).toBe(25_000)
})
test('an extension freezes what it asks for', () =>
  expect(computeHoldAfter(at, { ...at, state: 'in_use', heldFen: 30_000 }, 'extend', 0)).toBe(30_000))
test('what came to nothing keeps no more than its fee, and never more than there was', () => {
  expect(computeHoldAfter(at, { ...at, state: 'cancelled' }, 'cancel', 0)).toBe(0)
  expect(computeHoldAfter(at, { ...at, state: 'no_show' }, 'miss', 5000)).toBe(5000)
  expect(computeHoldAfter({ heldFen: 3000 }, { ...at, state: 'no_show' }, 'miss', 5000)).toBe(3000)
})
test('of a payment that was lost nothing stays, though it waits for its use again', () => {
  expect(computeHoldAfter(at, { ...at, state: 'awaiting_payer' }, 'lose_payment', 0)).toBe(0)
  expect(computeHoldAfter(at, at, 'take_over', 0)).toBe(0)
})
