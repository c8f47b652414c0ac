import { formatYuan } from '@portal/contract/kernel/money'
import { measureWords, type Measure } from '@portal/contract/statistics/statistics'
import { EMPTY } from '../../lib/format.ts'

/** 95 → 1.6 */
export const formatHours = (minutes: number): string =>
  (minutes / 60).toLocaleString('zh-CN', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** An amount of a measure with its unit (`measureWords`). */
export function formatAmount(measure: Measure, value: number | null): string {
  if (value === null) return EMPTY
  const { unit } = measureWords[measure]
  if (unit === '小时') return formatHours(value)
  return unit === '元' ? formatYuan(value) : value.toLocaleString('zh-CN')
}
