import { expect, test } from 'vitest'
import { describeTrend, formatShare, formatUtilisation } from './trend.rules.ts'

test('twelve bars in words', () => {
  expect(describeTrend(['2026-09', '2026-10', '2026-11'], [600, 1200, 90])).toBe(
    '近 12 个月使用 32 小时；最多的是 2026-10，20 小时；本月至今 2 小时',
  )
  expect(describeTrend(['2026-10', '2026-11'], [0, 0])).toBe('近 12 个月没有使用')
})

test('the share of open hours, or a dash where nothing was open', () => {
  expect(formatUtilisation({ usedMinutes: 90, openMinutes: 6000 })).toBe('1.5%（使用 2 小时，开放 100 小时）')
  expect(formatUtilisation({ usedMinutes: 9000, openMinutes: 6000 })).toBe(
    '150.0%（使用 150 小时，开放 100 小时）',
  )
  expect(formatUtilisation(null)).toBe('—')
  expect(formatShare({ usedMinutes: 90, openMinutes: 6000 })).toBe('1.5%')
  expect(formatShare(null)).toBe('—')
})
