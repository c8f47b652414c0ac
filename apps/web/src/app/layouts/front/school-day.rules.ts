import { findSpan } from '../../../features/statistics/period.rules.ts'

/**
 * School year and term of a campus day: 2026-11-21 → 2026-2027 学年第一学期. The year begins as in the
 * statistics, so that both name the same one; its second term begins in February.
 */
export function nameTerm(day: string): string {
  const { from, to } = findSpan('schoolYear', day)
  const month = day.slice(5, 7)
  const isFirst = month >= from.slice(5, 7) || month === '01'
  return `${from.slice(0, 4)}-${to.slice(0, 4)} 学年${isFirst ? '第一学期' : '第二学期'}`
}
