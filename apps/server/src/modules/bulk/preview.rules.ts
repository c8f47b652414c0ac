import type { RowReason, RowVerdict } from '@portal/contract/bulk/bulk'

/** A row's verdict and reasons. */
export interface Said {
  verdict: RowVerdict
  reasons: readonly RowReason[]
}

const listWas = ({ reasons }: Said) =>
  reasons.filter((r) => r.level === 'was').map((r) => `${r.column ?? ''} ${r.message}`)

/**
 * True if writing the row does what its preview showed or less. Another person may have made a part of the
 * change meanwhile; that is no surprise. Warnings are not compared, because the counts in them change all the
 * time.
 */
export function isAsShown(shown: Said, now: Said): boolean {
  if (now.verdict === 'same') return true
  const known = new Set(listWas(shown))
  return now.verdict === shown.verdict && listWas(now).every((was) => known.has(was))
}

/** The message why nothing was written, for the person who has to check the rows again. */
export function describeChange(rows: readonly Said[]): string {
  const bad = rows.filter((r) => r.verdict === 'bad').length
  const other = rows.length - bad
  const parts = [
    ...(bad > 0 ? [`${bad} 行现在有误`] : []),
    ...(other > 0 ? [`${other} 行与预览不一致`] : []),
  ].join('、')
  return `数据刚刚有变化，${parts}，没有导入任何内容${other > 0 ? '，请核对后重新确认' : ''}`
}
