import { measureWords, type Measure } from '@portal/contract/statistics/statistics'
import type { Column } from '../../../ui/list/data-table.tsx'
import { formatAmount } from '../statistics.words.ts'

/** A measure as a column. `sorts`: of a list; people of several rows are not known to the order. */
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

/** How each is reckoned, to be unfolded. */
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
