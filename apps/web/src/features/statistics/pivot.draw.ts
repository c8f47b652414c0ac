import type { Dimension, Pivot } from '@portal/contract/statistics/pivot'
import { measureWords } from '@portal/contract/statistics/statistics'
import type { Drawn } from './parts/chart.option.ts'

const MOST_BARS = 20
const MOST_SERIES = 6
const OVER_TIME: readonly Dimension[] = ['year', 'month', 'weekday', 'hour']

const findShown = (unit: string, amount: number): number =>
  unit === '小时' ? Math.round(amount / 6) / 10 : unit === '元' ? amount / 100 : amount

/**
 * Draws the first measure: along the dimension with a natural order, if there is one, else by rows. Series
 * that would not fit are left to the table and counted in `left`.
 */
export function drawPivot(
  table: Pivot,
  row: Dimension,
  column: Dimension | undefined,
): { drawn: Drawn; left: string | null } {
  const measure = table.measures[0] ?? 'uses'
  const { title, unit } = measureWords[measure]
  const amount = (amounts: readonly number[] | null | undefined) =>
    amounts ? findShown(unit, amounts[0] ?? 0) : 0
  const rowName = (r: Pivot['rows'][number]) => r.at.map((a) => a.name).join(' · ')
  // Months run from left to right, even if they are the table's columns.
  if (column && OVER_TIME.includes(column) && !OVER_TIME.includes(row)) {
    const rows = table.rows.toSorted((a, b) => amount(b.sum) - amount(a.sum)).slice(0, MOST_SERIES)
    return {
      drawn: {
        title,
        unit,
        kind: column === 'month' && table.columns.length > 1 ? 'line' : 'bar',
        categories: table.columns.map((c) => c.name),
        series: rows.map((r) => ({ name: rowName(r), amounts: r.cells.map((c) => amount(c)) })),
      },
      left:
        rows.length < table.rows.length
          ? `图中是合计最多的 ${MOST_SERIES} 行，全部 ${table.rows.length} 行见下表。`
          : null,
    }
  }
  const rows = table.rows.slice(0, OVER_TIME.includes(row) ? undefined : MOST_BARS)
  const columns = table.columns
    .map((c, i) => ({ name: c.name, i, size: amount(table.columnSums[i]) }))
    .toSorted((a, b) => b.size - a.size)
    .slice(0, MOST_SERIES)
    .toSorted((a, b) => a.i - b.i)
  const lacking = [
    ...(rows.length < table.rows.length ? [`前 ${MOST_BARS} 行`] : []),
    ...(columns.length < table.columns.length ? [`合计最多的 ${MOST_SERIES} 列`] : []),
  ]
  return {
    drawn: {
      title,
      unit,
      // Columns may count the same people, so their numbers must not be stacked.
      kind: column && measure !== 'users' ? 'stack' : 'bar',
      categories: rows.map(rowName),
      series: column
        ? columns.map((c) => ({ name: c.name, amounts: rows.map((r) => amount(r.cells[c.i])) }))
        : [{ name: title, amounts: rows.map((r) => amount(r.sum)) }],
    },
    left: lacking.length > 0 ? `图中是${lacking.join('、')}，全部见下表。` : null,
  }
}
