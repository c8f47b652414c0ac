import { expect, test } from 'vitest'
import { findRest, restWords } from './rest.ts'

test('rows leave a rest, to the fen', () => {
  expect(findRest(100_01, [{ amountFen: 50_00 }, {}, { amountFen: null }, undefined])).toBe(50_01)
  expect(restWords(50_01)).toBe('还需分配 ¥50.01')
  expect(restWords(findRest(100, [{ amountFen: 101 }]))).toBe('多分配了 ¥0.01')
  expect(restWords(0)).toBe('金额已分配完')
})
