import { expect, test } from 'vitest'
import { cutPieces, type Days } from './span.rules.ts'

const monthsIn = ([from, until]: Days): string[] => {
  const found: string[] = []
  for (let at = new Date(from); at < new Date(until); at.setUTCMonth(at.getUTCMonth() + 1))
    found.push(at.toISOString().slice(0, 7))
  return found
}
const LENGTH = { month: 1, quarter: 3, year: 12 }

test('months are few sums, which together have each month once and no other', () => {
  for (let first = 0; first < 24; first++)
    for (let count = 1; count < 40; count++) {
      const day = (n: number) => new Date(Date.UTC(2024, first + n, 1)).toISOString().slice(0, 10)
      const months: Days = [day(0), day(count)]
      const pieces = cutPieces(months)
      const times = new Map<string, number>()
      for (const { days, taken } of pieces)
        for (const m of monthsIn(days)) times.set(m, (times.get(m) ?? 0) + (taken ? -1 : 1))
      expect([...times].filter(([, n]) => n !== 0).toSorted(), months.join()).toEqual(
        monthsIn(months).map((m) => [m, 1]),
      )
      for (const { length, days } of pieces) {
        expect(monthsIn(days).length % LENGTH[length], `${months.join()} ${length}`).toBe(0)
        if (length !== 'month') expect((Number(days[0].slice(5, 7)) - 1) % LENGTH[length]).toBe(0)
      }
      const sums = pieces.reduce((n, { length, days }) => n + monthsIn(days).length / LENGTH[length], 0)
      // A span of `count` months needs at most one sum for each year and seven more.
      expect(sums, months.join()).toBeLessThanOrEqual(Math.min(count, 7 + Math.ceil(count / 12)))
    }
})

test('a year that ends in December is one sum, and one that ends today is what began it and this year', () => {
  expect(cutPieces(['2026-01-01', '2027-01-01'])).toEqual([
    { length: 'year', days: ['2026-01-01', '2027-01-01'], taken: false },
  ])
  expect(cutPieces(['2025-12-01', '2026-12-01'])).toEqual([
    { length: 'year', days: ['2026-01-01', '2027-01-01'], taken: false },
    { length: 'month', days: ['2026-12-01', '2027-01-01'], taken: true },
    { length: 'month', days: ['2025-12-01', '2026-01-01'], taken: false },
  ])
})
