import { expect, test } from 'vitest'
import { idsOf, restOf, restWords } from './form.rules.ts'

test('shares leave a rest, to the fen', () => {
  expect(restOf(100_01, [{ amountFen: 50_00 }, { cardId: 1 }, undefined])).toBe(50_01)
  expect(restWords(50_01)).toBe('还需分配 ¥50.01')
  expect(restWords(restOf(100, [{ amountFen: 101 }]))).toBe('多分配了 ¥0.01')
  expect(restWords(0)).toBe('金额已分配完')
})

test('ids in an address are ids, once', () => {
  expect(idsOf('12,13,12,x,-1,0,1.5,')).toEqual([12, 13])
  expect(idsOf(null)).toEqual([])
})
