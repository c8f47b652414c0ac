import { settlementRefusals } from '@portal/contract/settlement/settlement'
import { expect, test } from 'vitest'
import { divide, explainRefusal } from './plan.rules.ts'

const order = (payerId: number, labId: number, totalFen = 100) => ({ payerId, labId, totalFen })

test('one settlement for each payer and lab, and more of them only where there are too many orders', () => {
  const some = [order(1, 1), order(2, 1), order(1, 2), order(1, 1, 50)]
  expect(divide(some, 10).map((p) => [p.orders.length, p.totalFen])).toEqual([
    [2, 150],
    [1, 100],
    [1, 100],
  ])
  const many = divide(
    Array.from({ length: 11 }, () => order(1, 1)),
    5,
  )
  expect(many.map((p) => p.orders.length)).toEqual([4, 4, 3])
  expect(divide([], 5)).toEqual([])
})

test('what cannot be settled says why', () => {
  const o = { state: 'confirmed', payerId: 1, bookerId: 2, refundOpen: false }
  expect([explainRefusal(o, 1), explainRefusal(o, 2), explainRefusal(o, 3)]).toEqual([
    null,
    null,
    settlementRefusals.NOT_YOURS,
  ])
  expect(explainRefusal({ ...o, state: 'in_settlement' }, 1)).toBe(settlementRefusals.NOT_CONFIRMED)
  expect(explainRefusal({ ...o, refundOpen: true }, 1)).toBe(settlementRefusals.REFUND_OPEN)
})
