import { expect, it } from 'vitest'
import { cutMonth, periodOptions, readClosingYear, readPeriod } from './period.rules.ts'

const of = (text: string) => readPeriod(new URLSearchParams(text), '2026-03-05')

it('an address asks for a month, a year or days; what is not understood is this month', () => {
  expect(of('period=2028-02')).toEqual({ name: '2028-02', from: '2028-02-01', to: '2028-02-29' })
  expect(of('period=2025')).toEqual({ name: '2025', from: '2025-01-01', to: '2025-12-31' })
  expect(of('period=custom&from=2026-01-05&to=2026-02-01')).toMatchObject({
    name: 'custom',
    from: '2026-01-05',
  })
  for (const text of ['', 'period=2026-13', 'period=custom&from=x&to=2026-02-01', 'period=custom'])
    expect(of(text)).toEqual({ name: '2026-03', from: '2026-03-01', to: '2026-03-31' })
})

it('of a month at the end of a period, the days in the period are taken', () => {
  const period = { from: '2026-01-15', to: '2026-03-20' }
  expect(['2026-01', '2026-02', '2026-03'].map((month) => cutMonth(month, period))).toEqual([
    { from: '2026-01-15', to: '2026-01-31' },
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-03-01', to: '2026-03-20' },
  ])
})

it('months go back over the turn of the year, and what the address says is among them', () => {
  const options = periodOptions('2026-03-05', '2020-07')
  expect(options.slice(0, 4).map((o) => o.value)).toEqual(['2026-03', '2026-02', '2026-01', '2025-12'])
  expect(options.map((o) => o.label)).toContain('2020 年 7 月')
  expect(options.at(-1)?.label).toBe('自定日期')
})

it('in January the year before is closed; an address that names a year is asked for that year', () => {
  const closing = (today: string, text = '') => readClosingYear(new URLSearchParams(text), today)
  expect(['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01'].map((day) => closing(day))).toEqual([
    2025, 2025, 2025, 2026,
  ])
  expect(closing('2026-01-05', 'year=2026')).toBe(2026)
  expect(closing('2026-03-05', 'year=2024')).toBe(2024)
})
