import { expect, test } from 'vitest'
import { briefPrice, rateWords } from './rate-words.ts'

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

test('the conditions of a price have units', () => {
  const more = { minUnits: 2, bands: [{ fromUnits: 10, unitFen: 15_000 }] }
  expect(rateWords('per_time', rate(20_000, { ...more, startFen: 5000 }))).toBe(
    '200.00 元/小时；开机费 50.00 元；至少 2 小时；满 10 小时起 150.00 元/小时',
  )
  expect(rateWords('per_time', rate(20_000, { ...more, minUnits: 3, unitMinutes: 30 }))).toBe(
    '200.00 元/30 分钟；至少 1 小时 30 分钟；满 5 小时起 150.00 元/30 分钟',
  )
  const bands = [{ fromUnits: 20, unitFen: 850 }]
  expect(rateWords('per_sample', rate(1000, { unitMinutes: 0, bands }))).toBe(
    '10.00 元/样；满 20 样起 8.50 元/样',
  )
})
