import { expect, test } from 'vitest'
import { likeFirst, restOf, type PieceValue } from './form.rules.ts'

const piece = (id: number, labId: number | null): PieceValue => ({ id, labId, roomId: null, keeperId: null, categoryId: null, gbtCode: null, moeCode: null, purpose: null, funding: null })

test('all as the first one, each still itself', () => {
  expect(likeFirst([piece(4, 7), piece(5, null)])).toEqual([piece(4, 7), piece(5, 7)])
  expect(likeFirst([])).toEqual([])
})
test('what the invoices lack of the contract', () => {
  expect(restOf(300, [{ amountFen: 100 }, { amountFen: null }])).toBe(200)
  expect(restOf(300, [{ amountFen: 301 }])).toBe(-1)
})
