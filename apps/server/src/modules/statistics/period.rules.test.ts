import { expect, test } from 'vitest'
import { before, daysIn, divide } from './period.rules.ts'

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
