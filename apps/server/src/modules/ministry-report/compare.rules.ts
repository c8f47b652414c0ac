import type { LayoutTable } from '@portal/contract/ministry-report/layout'
import type { Cells, ChangeKind } from '@portal/contract/ministry-report/ministry-report'
import { makeKey, nameOfRow } from './layout.rules.ts'

export interface Side {
  table: LayoutTable
  rows: readonly Cells[]
}
export interface Difference {
  key: string
  kind: ChangeKind
  name: string
  fields: { title: string; before: string; after: string }[]
}

/**
 * The differences of the second side. Fields are compared by name; a field that only one side's layout has is
 * empty on the other.
 */
export function listDifferences(before: Side, after: Side): Difference[] {
  const was = byKey(before)
  const is = byKey(after)
  const titles = new Map([...before.table.fields, ...after.table.fields].map((f) => [f.name, f.title]))
  const found: Difference[] = []
  for (const [key, cells] of is) {
    const old = was.get(key)
    const name = nameOfRow(after.table, cells)
    if (!old) found.push({ key, kind: 'added', name, fields: [] })
    else {
      const fields = [...titles].flatMap(([field, title]) => {
        const [b, a] = [old[field] ?? '', cells[field] ?? '']
        return b === a ? [] : [{ title, before: b, after: a }]
      })
      if (fields.length > 0) found.push({ key, kind: 'changed', name, fields })
    }
  }
  for (const [key, cells] of was)
    if (!is.has(key)) found.push({ key, kind: 'removed', name: nameOfRow(before.table, cells), fields: [] })
  return found
}
/** Rows with the same key are numbered, so that none is lost. */
function byKey({ table, rows }: Side): Map<string, Cells> {
  const found = new Map<string, Cells>()
  for (const cells of rows) {
    const key = makeKey(table, cells)
    let n = 1
    while (found.has(`${key}\u001F${n}`)) n += 1
    found.set(`${key}\u001F${n}`, cells)
  }
  return found
}
