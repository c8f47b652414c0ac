import {
  dimensionWords,
  type Dimension,
  type Pivot,
  type PivotMeasure,
} from '@portal/contract/statistics/pivot'
import { measureWords } from '@portal/contract/statistics/statistics'

type Amounts = readonly number[]
export interface Line {
  names: readonly string[]
  cells: readonly (Amounts | null)[]
  sum: Amounts
}
interface Column {
  header: string
  width?: number
  money?: true
  value: (line: Line) => string | number | null
}

/** An amount as people read it: hours with one decimal, money in yuan. */
export function shownAmount(measure: PivotMeasure, amount: number): number {
  const { unit } = measureWords[measure]
  if (unit === '小时') return Math.round(amount / 6) / 10
  return unit === '元' ? amount / 100 : amount
}

/**
 * A pivot as columns and lines of a file: names of the row, the
 * measures of each column, the sums. The last line is the total.
 */
export function sheetOfPivot(
  { measures, columns, rows, columnSums, sum }: Omit<Pivot, 'asOf'>,
  { row, row2 }: { row: Dimension; row2?: Dimension | undefined },
): { columns: Column[]; rows: Line[] } {
  const dimensions = [row, ...(row2 ? [row2] : [])]
  const ofMeasures = (prefix: string, amountsOf: (line: Line) => Amounts | null) =>
    measures.map((m, i): Column => {
      const { title, unit } = measureWords[m]
      return {
        header: `${prefix}${title}（${unit}）`,
        ...(unit === '元' && { money: true }),
        value: (line) => {
          const amount = amountsOf(line)?.[i]
          return amount === undefined ? null : shownAmount(m, amount)
        },
      }
    })
  return {
    columns: [
      ...dimensions.map((d, i): Column => ({
        header: dimensionWords[d].title,
        width: 28,
        value: (line) => line.names[i] ?? '',
      })),
      ...columns.flatMap((c, i) => ofMeasures(`${c.name} `, (line) => line.cells[i] ?? null)),
      ...ofMeasures(columns.length > 0 ? '合计 ' : '', (line) => line.sum),
    ],
    rows: [
      ...rows.map((r) => ({ names: r.at.map((a) => a.name), cells: r.cells, sum: r.sum })),
      { names: ['合计'], cells: columnSums, sum },
    ],
  }
}
