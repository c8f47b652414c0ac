import { expect, test } from 'vitest'
import { before, daysIn, divide, piecesOf, type Days } from './period.rules.ts'

test('a period is whole months and the days at its edges', () => {
  expect(divide('2026-01-01', '2026-12-31')).toEqual({ months: ['2026-01-01', '2027-01-01'], edges: [] })
  expect(divide('2026-01-15', '2026-03-10')).toEqual({
    months: ['2026-02-01', '2026-03-01'],
    edges: [
      ['2026-01-15', '2026-02-01'],
      ['2026-03-01', '2026-03-11'],
    ],
  })
  expect(divide('2026-01-15', '2026-02-20')).toEqual({ months: null, edges: [['2026-01-15', '2026-02-21']] })
  expect(divide('2026-02-28', '2026-02-28')).toEqual({ months: null, edges: [['2026-02-28', '2026-03-01']] })
})

test('each day of a period is in exactly one of its parts', () => {
  for (let i = 0; i < 300; i++) {
    const from = new Date(Date.UTC(2024, 0, 1 + ((i * 37) % 900))).toISOString().slice(0, 10)
    const to = new Date(Date.parse(from) + ((i * 53) % 500) * 86_400_000).toISOString().slice(0, 10)
    const { months, edges } = divide(from, to)
    const parts = [...edges, ...(months ? [months] : [])]
    const counted = parts.reduce((sum, [a, b]) => sum + (Date.parse(b) - Date.parse(a)) / 86_400_000, 0)
    expect(counted, `${from} ${to}`).toBe(daysIn(from, to))
    expect(parts.map(([a]) => a).toSorted()[0]).toBe(from)
  }
})

test('it is compared with as many months, or days, just before', () => {
  expect(before('2026-09-01', '2027-08-31')).toEqual({ from: '2025-09-01', to: '2026-08-31' })
  expect(before('2026-03-01', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(before('2026-03-02', '2026-03-11')).toEqual({ from: '2026-02-20', to: '2026-03-01' })
})

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
      const pieces = piecesOf(months)
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
      // A year of months is hardly ever more than half as many sums.
      expect(sums, months.join()).toBeLessThanOrEqual(Math.min(count, 7 + Math.ceil(count / 12)))
    }
})

test('a year that ends in December is one sum, and one that ends today is what began it and this year', () => {
  expect(piecesOf(['2026-01-01', '2027-01-01'])).toEqual([
    { length: 'year', days: ['2026-01-01', '2027-01-01'], taken: false },
  ])
  expect(piecesOf(['2025-12-01', '2026-12-01'])).toEqual([
    { length: 'year', days: ['2026-01-01', '2027-01-01'], taken: false },
    { length: 'month', days: ['2026-12-01', '2027-01-01'], taken: true },
    { length: 'month', days: ['2025-12-01', '2026-01-01'], taken: false },
  ])
})
