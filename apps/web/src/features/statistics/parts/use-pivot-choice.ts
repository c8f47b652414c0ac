import { useSearchParams } from 'react-router'
import {
  dimensions,
  MOST_MEASURES,
  offers,
  pivotMeasures,
  readKept,
  writeKept,
  type Dimension,
  type Kept,
  type PivotMeasure,
} from '@portal/contract/statistics/pivot'
import { useChoice, type Choice } from './use-choice.ts'

/** The chosen table, kept in the address bar. */
export interface PivotChoice extends Choice {
  row: Dimension
  row2: Dimension | undefined
  column: Dimension | undefined
  measures: readonly PivotMeasure[]
  only: readonly Kept[]
  /** Query arguments of the table's rows, besides scope and period. */
  cut: { row: Dimension; row2?: Dimension; column?: Dimension; measures: string; only?: string }
  /** All parameters, for links. */
  whole: Record<string, string>
  /**
   * Whether a dimension may be chosen for the field: it must not be used twice and must be meaningful there.
   */
  isOpen: (dimension: Dimension, field: 'row' | 'row2' | 'column') => boolean
}

const USUAL: { row: Dimension; column: Dimension; measures: readonly PivotMeasure[] } = {
  row: 'lab',
  column: 'month',
  measures: ['workingMinutes'],
}

export function usePivotChoice(): PivotChoice {
  const [search] = useSearchParams()
  const choice = useChoice()
  const said = (name: string) => dimensions.find((d) => d === search.get(name) && offers(choice.scope, d))
  const row = said('row') ?? USUAL.row
  const row2 = said('row2') === row ? undefined : said('row2')
  // Without parameters the default applies; `none` is written explicitly.
  const column = search.has('column') || search.has('row') ? said('column') : USUAL.column
  const columnTaken = column === row || column === row2
  const measures = pivotMeasures
    .filter((m) => search.get('measures')?.split(',').includes(m))
    .slice(0, MOST_MEASURES)
  const only = readKept(search.get('only') ?? '') ?? []
  const cut = {
    row,
    ...(row2 && { row2 }),
    ...(column && !columnTaken && { column }),
    measures: (measures.length > 0 ? measures : USUAL.measures).join(),
    ...(only.length > 0 && { only: writeKept(only) }),
  }
  const taken = { row, row2, column: columnTaken ? undefined : column }
  return {
    ...choice,
    ...taken,
    measures: measures.length > 0 ? measures : USUAL.measures,
    only,
    cut,
    whole: { ...choice.kept, ...cut },
    isOpen: (dimension, field) =>
      offers(choice.scope, dimension) &&
      Object.entries(taken).every(([name, other]) => name === field || other !== dimension),
  }
}
