import type { ListSetting } from '@portal/contract/list-setting/list-setting'

interface Known {
  key: string
  main?: true
  optional?: true
}
export interface Placed<C> {
  column: C
  shown: boolean
}

/**
 * A list's columns as somebody put them. One that he has not seen yet stands behind the one it always stood
 * behind; the one that names the row cannot be hidden.
 */
export function placeColumns<C extends Known>(
  columns: readonly C[],
  setting: Pick<ListSetting, 'columns'> | undefined,
): Placed<C>[] {
  const main = columns.find((c) => c.main) ?? columns[0]
  const chosen = new Map(setting?.columns.map((c) => [c.key, c.shown]))
  const placed = (column: C): Placed<C> => ({
    column,
    shown: column === main || (chosen.get(column.key) ?? !column.optional),
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
): C[] =>
  placeColumns(columns, setting)
    .filter((p) => p.shown)
    .map((p) => p.column)
