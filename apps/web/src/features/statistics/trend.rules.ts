import type { Utilisation } from '@portal/contract/statistics/trend'
import { EMPTY } from '../../lib/format.ts'

/** Whole hours; tenths are too detailed here. */
const formatHours = (minutes: number): string => `${Math.round(minutes / 60).toLocaleString('zh-CN')} 小时`

/** The twelve bars as text: the sum, the maximum, and the current month. */
export function describeTrend(months: readonly string[], minutes: readonly number[]): string {
  const sum = minutes.reduce((all, n) => all + n, 0)
  if (sum === 0) return '近 12 个月没有使用'
  const most = Math.max(...minutes)
  return [
    `近 12 个月使用 ${formatHours(sum)}`,
    `最多的是 ${months[minutes.indexOf(most)] ?? ''}，${formatHours(most)}`,
    `本月至今 ${formatHours(minutes.at(-1) ?? 0)}`,
  ].join('；')
}

/** 34.3%; a dash if there were no open hours. */
export const formatShare = (of: Utilisation): string =>
  of ? `${((of.usedMinutes / of.openMinutes) * 100).toFixed(1)}%` : EMPTY
/** 34.3%（使用 120 小时，开放 350 小时）. */
export const formatUtilisation = (of: Utilisation): string =>
  of
    ? `${formatShare(of)}（使用 ${formatHours(of.usedMinutes)}，开放 ${formatHours(of.openMinutes)}）`
    : EMPTY
