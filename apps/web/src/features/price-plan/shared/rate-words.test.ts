import { expect, test } from 'vitest'
import { briefPrice } from './rate-words.ts'

const rate = (unitFen: number, more = {}) => ({
  unitFen,
  unitMinutes: 60,
  startFen: 0,
  minUnits: 0,
  bands: [],
  ...more,
})

test('what an instrument costs, in the room of a card', () => {
  expect(briefPrice([])).toBe('不收费')
  expect(briefPrice([{ basis: 'per_time', rate: null }])).toBe('不对您这类用户开放')
  expect(briefPrice([{ basis: 'per_time', rate: rate(20_000) }])).toBe('¥200.00/小时')
  expect(
    briefPrice([
      { basis: 'per_time', rate: rate(20_000, { startFen: 5000 }) },
      { basis: 'per_sample', rate: rate(3000, { unitMinutes: 0 }) },
    ]),
  ).toBe('¥200.00/小时 起，¥30.00/样')
})
