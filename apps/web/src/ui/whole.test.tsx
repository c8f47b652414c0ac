import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Whole } from './whole.tsx'

test.each<[string, string[]]>([
  ['200.00 元/小时；开机费 50.00 元；满 10 起 150.00 元', ['200.00 元/小时', '50.00 元', '150.00 元']],
  ['2 × 600.00 元/60 分钟', ['600.00 元/60 分钟']],
  ['林晓雨 预约 离心机 2026-12-01 09:00–10:30', ['2026-12-01', '09:00–10:30']],
  ['分析测试中心 · 今天是 2026-11-28 周六', ['2026-11-28 周六']],
  ['林晓雨，11-28 03:41', ['11-28 03:41']],
  ['比上期减少 56.7%（上期 1,766.6 小时）', ['1,766.6 小时']],
  ['双束电镜 Helios 5 UX', []],
])('%s keeps dates and prices on one line each and loses no letter', (text, whole) => {
  const { container } = render(<Whole>{text}</Whole>)
  expect(container.textContent).toBe(text)
  expect([...container.querySelectorAll('.whole')].map((e) => e.textContent)).toEqual(whole)
})
