import { expect, it } from 'vitest'
import { listMonths, periods, readPeriod, findSpan } from './period.rules.ts'

it('begins a school year on 1 September and ends it on 31 August', () => {
  const years = (today: string) => [findSpan('schoolYear', today), findSpan('lastSchoolYear', today)]
  expect(years('2026-08-31')).toEqual([
    { from: '2025-09-01', to: '2026-08-31' },
    { from: '2024-09-01', to: '2025-08-31' },
  ])
  expect(years('2026-09-01')).toEqual([
    { from: '2026-09-01', to: '2027-08-31' },
    { from: '2025-09-01', to: '2026-08-31' },
  ])
  expect(years('2027-01-01')).toEqual(years('2026-12-31'))
})
it('knows months and years at the turn of a year, and of a leap day', () => {
  const all = (today: string) =>
    periods.flatMap((p) => (p === 'custom' || p.endsWith('choolYear') ? [] : [findSpan(p, today)]))
  expect(all('2024-01-31')).toEqual([
    { from: '2024-01-01', to: '2024-01-31' },
    { from: '2023-12-01', to: '2023-12-31' },
    { from: '2024-01-01', to: '2024-12-31' },
    { from: '2023-01-01', to: '2023-12-31' },
  ])
  expect(findSpan('lastMonth', '2024-03-31')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
})
it('reads what the address asks for, and takes the school year for what it does not understand', () => {
  const read = (search: string) => readPeriod(new URLSearchParams(search), '2026-03-05')
  const usual = { period: 'schoolYear', from: '2025-09-01', to: '2026-08-31' }
  expect(read('')).toEqual(usual)
  expect(read('period=forever')).toEqual(usual)
  expect(read('period=custom&from=2026-01-03')).toEqual(usual)
  expect(read('period=custom&from=2026-01-03&to=2026-13-45')).toEqual(usual)
  expect(read('period=lastYear')).toMatchObject({ from: '2025-01-01', to: '2025-12-31' })
  expect(read('period=custom&from=2026-01-03&to=2026-02-04')).toEqual({
    period: 'custom',
    from: '2026-01-03',
    to: '2026-02-04',
  })
})
it('shows each month that has begun, and none to come', () => {
  expect(listMonths({ from: '2025-11-20', to: '2026-02-03' }, '2026-03-05')).toEqual([
    '2025-11',
    '2025-12',
    '2026-01',
    '2026-02',
  ])
  expect(listMonths({ from: '2026-02-01', to: '2026-12-31' }, '2026-03-05')).toEqual(['2026-02', '2026-03'])
  expect(listMonths({ from: '2027-02-01', to: '2027-12-31' }, '2026-03-05')).toEqual([])
})
