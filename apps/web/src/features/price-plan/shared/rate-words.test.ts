import { expect, it } from 'vitest'
import { rateWords } from './rate-words.ts'

const rate = { unitFen: 20_000, unitMinutes: 60, startFen: 0, minUnits: 0, bands: [] }

it('says a price as people say it', () => {
  expect(rateWords('per_time', rate)).toBe('200.00 元/小时')
  expect(rateWords('per_time', { ...rate, unitMinutes: 30, startFen: 5000, minUnits: 2 })).toBe(
    '200.00 元/30 分钟；开机费 50.00 元；至少 2 个单位',
  )
  expect(rateWords('per_sample', { ...rate, bands: [{ fromUnits: 10, unitFen: 15_000 }] })).toBe(
    '200.00 元/样；满 10 起 150.00 元',
  )
})
