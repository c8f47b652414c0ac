import { measureWords, type Measure } from '@portal/contract/statistics/statistics'
import type { Column } from '../../../ui/list/data-table.tsx'
import { formatAmount } from '../statistics.words.ts'

/**
 * A column of a measure. `sorts`: a list may be sorted by it, except by the number of people, which the
 * server cannot sort.
 */
export const measureColumn = <Row extends Partial<Record<Measure, number | null>>>(
  measure: Measure,
  { sorts = false } = {},
): Column<Row> => ({
  key: measure,
  title: `${measureWords[measure].title}（${measureWords[measure].unit}）`,
  align: 'right',
  ...(sorts && measure !== 'users' && { sort: true }),
  render: (row) => <span className="num">{formatAmount(measure, row[measure] ?? null)}</span>,
})

/** How each measure is computed, folded. */
export function Formulas({ measures }: { measures: readonly Measure[] }) {
  return (
    <details className="card statistics-formulas no-print">
      <summary>指标说明</summary>
      <dl>
        {measures.map((m) => (
          <div key={m}>
            <dt>{measureWords[m].title}</dt>
            <dd>{measureWords[m].formula}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
