import { expect, it } from 'vitest'
import {
  formatAgo,
  formatMinute,
  formatBrief,
  formatMinutes,
  formatMoney,
  formatPeriod,
  formatShort,
  findInstant,
  formatLimit,
} from './format.ts'

it('shows instants on the campus’ clock, whatever the zone of the process', () => {
  expect(formatMinute('2026-11-20T16:30:00Z')).toBe('2026-11-21 00:30')
  expect(formatPeriod('2026-11-21T01:00:00Z', '2026-11-21T03:30:00Z')).toBe('2026-11-21 周六 09:00–11:30')
  expect(formatPeriod('2026-11-21T15:00:00Z', '2026-11-21T17:00:00Z')).toBe(
    '2026-11-21 周六 23:00 至 2026-11-22 01:00',
  )
  expect(formatMinute(null)).toBe('—')
  const now = new Date('2026-11-21T00:00:00Z')
  expect(formatShort('2026-01-01T01:00:00Z', now)).toBe('01-01 09:00')
  expect(formatShort('2025-12-31T01:00:00Z', now)).toBe('2025-12-31')
})
it('says periods in lists as short as they can be said', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  const brief = (from: string | null, to: string | null) => formatBrief(from, to, now)
  expect(brief('2026-11-27T06:00:00Z', '2026-11-27T08:00:00Z')).toBe('11-27 14:00–16:00')
  expect(brief('2026-11-27T15:00:00Z', '2026-11-27T17:00:00Z')).toBe('11-27 23:00 至 11-28 01:00')
  expect(brief('2025-11-27T06:00:00Z', '2025-11-27T08:00:00Z')).toBe('2025-11-27 14:00–16:00')
  expect(brief('2026-12-31T15:00:00Z', '2026-12-31T17:00:00Z')).toBe('12-31 23:00 至 2027-01-01 01:00')
  expect([brief('2026-11-27T06:00:00Z', null), brief(null, null)]).toEqual(['11-27 14:00 起', '—'])
})
it('reads the campus’ clock back', () => {
  expect(findInstant('2026-11-21 00:30')).toBe('2026-11-20T16:30:00.000Z')
  expect(findInstant('tomorrow')).toBeNull()
})
it('speaks of money and spans', () => {
  expect(formatMoney(123456)).toBe('¥1,234.56')
  expect(formatMinutes(95)).toBe('1 小时 35 分钟')
  // How long a process has run is no whole number.
  expect([59.4, 59.7, 119.6, 1439.8].map(formatMinutes)).toEqual(['59 分钟', '1 小时', '2 小时', '1 天'])
  expect(formatAgo('2026-11-21T00:00:00Z', new Date('2026-11-21T00:12:30Z'))).toBe('12 分钟前')
})
it('names limits round', () => {
  expect([10_485_760, 10_000_000, 20_000_000, 50_000_000, 5_242_880].map(formatLimit)).toEqual([
    '10 MB',
    '10 MB',
    '20 MB',
    '50 MB',
    '5 MB',
  ])
})
