import type { ListSetting } from '@portal/contract/list-setting/list-setting'
import type { Duty } from '../../lib/duties.ts'

interface Known {
  key: string
  main?: true
  optional?: true
  for?: readonly Duty[]
}
export interface Placed<C> {
  column: C
  shown: boolean
}

/** Whether a column is shown by default: always, never, or for users with one of its duties. */
const showFirst = (c: Known, duties: ReadonlySet<Duty>): boolean =>
  !c.optional && (c.for === undefined || c.for.some((duty) => duties.has(duty)))

/**
 * A list's columns in the user's order; the user's choice overrides the default of their duties. A column
 * added since is placed behind its usual predecessor; the column that names the row cannot be hidden.
 */
export function placeColumns<C extends Known>(
  columns: readonly C[],
  setting: Pick<ListSetting, 'columns'> | undefined,
  duties: ReadonlySet<Duty>,
): Placed<C>[] {
  const main = columns.find((c) => c.main) ?? columns[0]
  const chosen = new Map(setting?.columns.map((c) => [c.key, c.shown]))
  const placed = (column: C): Placed<C> => ({
    column,
    shown: column === main || (chosen.get(column.key) ?? showFirst(column, duties)),
  })
  const result = [...chosen.keys()].flatMap((key) => columns.filter((c) => c.key === key).map(placed))
  for (const [i, column] of columns.entries()) {
    if (chosen.has(column.key)) continue
    const before = columns[i - 1]
    const at = before ? result.findIndex((r) => r.column === before) + 1 : 0
    result.splice(at, 0, placed(column))
  }
  return result
}

export const shownColumns = <C extends Known>(
  columns: readonly C[],
  setting: Pick<ListSetting, 'columns'> | undefined,
  duties: ReadonlySet<Duty>,
): C[] =>
  placeColumns(columns, setting, duties)
    .filter((p) => p.shown)
    .map((p) => p.column)
