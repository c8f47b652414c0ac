import type { BillLine } from '@portal/contract/price-plan/price-plan'

export interface Difference {
  key: string
  label: string
  before: number | null
  after: number | null
}
interface Priced {
  lines: readonly BillLine[]
  totalFen: number
}

/**
 * Compares two bills: lines of the same kind and name are paired in order; a line without a partner stands
 * alone.
 */
export function listDifferences(before: Priced, after: Priced): Difference[] {
  const rows = new Map<string, Difference>()
  const put = (lines: readonly BillLine[], side: 'before' | 'after') => {
    const seen = new Map<string, number>()
    for (const line of lines) {
      const name = `${line.kind} ${line.label}`
      const nth = seen.get(name) ?? 0
      seen.set(name, nth + 1)
      const key = `${name} ${nth}`
      const row = rows.get(key) ?? { key, label: line.label, before: null, after: null }
      rows.set(key, { ...row, [side]: line.amountFen })
    }
  }
  put(before.lines, 'before')
  put(after.lines, 'after')
  return [...rows.values(), { key: 'total', label: '合计', before: before.totalFen, after: after.totalFen }]
}
