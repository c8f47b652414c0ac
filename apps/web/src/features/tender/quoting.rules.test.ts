import { expect, test } from 'vitest'
import { countdown, sumQuotation } from './quoting.rules.ts'

test.each([
  [93_784_000, '1 天 02:03:04'],
  [3_600_000, '01:00:00'],
  [999, '00:00:01'],
  [0, '00:00:00'],
  [-5000, '00:00:00'],
])('%i ms are %s', (ms, words) => expect(countdown(ms)).toBe(words))

test('prices come to a total once all are there', () => {
  const items = [
    { id: 1, quantity: 2 },
    { id: 2, quantity: 1 },
  ]
  expect(
    sumQuotation(items, [
      { itemId: 2, unitPriceFen: 5 },
      { itemId: 1, unitPriceFen: 10 },
    ]),
  ).toBe(25)
  expect(
    sumQuotation(items, [
      { itemId: 2, unitPriceFen: 5 },
      { itemId: 1, unitPriceFen: null },
    ]),
  ).toBeNull()
  expect(sumQuotation(items, [])).toBeNull()
})
