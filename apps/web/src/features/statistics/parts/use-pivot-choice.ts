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

/** Which table, as the address bar holds it. */
export interface PivotChoice extends Choice {
  row: Dimension
  row2: Dimension | undefined
  column: Dimension | undefined
  measures: readonly PivotMeasure[]
  only: readonly Kept[]
  /** What the rows of the table are asked with, besides whose and when. */
  cut: { row: Dimension; row2?: Dimension; column?: Dimension; measures: string; only?: string }
  /** All of it, for links. */
  whole: Record<string, string>
  /** May it stand there: not twice, and not where it would say nothing. */
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
  // Nothing said is the usual; `none` is said.
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
