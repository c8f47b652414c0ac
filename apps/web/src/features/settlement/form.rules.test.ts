import { expect, test } from 'vitest'
import { firstCard, parseIds } from './form.rules.ts'

test('ids in an address are ids, once', () => {
  expect(parseIds('12,13,12,x,-1,0,1.5,')).toEqual([12, 13])
  expect(parseIds(null)).toEqual([])
})

test('the only card is chosen, or the one used last while it can pay', () => {
  expect([
    firstCard([{ id: 3 }], 9),
    firstCard([{ id: 3 }, { id: 4 }], 4),
    firstCard([{ id: 3 }, { id: 4 }], 9),
    firstCard([], 3),
  ]).toEqual([3, 4, null, null])
})
