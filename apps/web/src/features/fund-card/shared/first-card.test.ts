import { expect, test } from 'vitest'
import { firstCard } from './first-card.ts'

test('the only card is chosen, or the one used last while it can pay', () => {
  expect([
    firstCard([{ id: 3 }], 9),
    firstCard([{ id: 3 }, { id: 4 }], 4),
    firstCard([{ id: 3 }, { id: 4 }], 9),
    firstCard([], 3),
  ]).toEqual([3, 4, null, null])
})
