import { expect, test } from 'vitest'
import { describeTrend } from './trend.rules.ts'

test('twelve bars in words', () => {
  expect(describeTrend(['2026-09', '2026-10', '2026-11'], [600, 1200, 90])).toBe(
    '近 12 个月使用 32 小时；最多的是 2026-10，20 小时；本月至今 2 小时',
  )
  expect(describeTrend(['2026-10', '2026-11'], [0, 0])).toBe('近 12 个月没有使用')
})
