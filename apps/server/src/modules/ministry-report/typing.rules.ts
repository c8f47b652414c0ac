import type { Layout, LayoutField, LayoutTable } from '@portal/contract/ministry-report/layout'
import type { Cells } from '@portal/contract/ministry-report/ministry-report'
import { findFault, tidied } from './field.rules.ts'
import { findField } from './layout.rules.ts'

/** Whether people fill in this field. Other fields are drawn, and can be typed over with a reason. */
export const isTyped = (f: LayoutField): boolean => f.from === null && !f.sum

export type Typed = { cells: Cells } | { faults: { field: string; message: string }[] }
/** The typed cells of a row in the table's format. Cells may stay empty; filled ones must be valid. */
export function readTyped(table: LayoutTable, said: Cells, fixed: Layout['fixed']): Typed {
  const cells: Cells = {}
  const faults: { field: string; message: string }[] = []
  for (const [name, text] of Object.entries(said)) {
    const field = findField(table, name)
    if (!field || !isTyped(field)) {
      faults.push({
        field: `cells.${name}`,
        message: field ? `${field.title}由系统取数` : '当年版式没有这个字段',
      })
      continue
    }
    const cell = tidied(field, text)
    const fault = cell === '' ? undefined : findFault(field, cell, fixed)
    if (fault) faults.push({ field: `cells.${name}`, message: fault.message })
    cells[name] = cell
  }
  return faults.length > 0 ? { faults } : { cells }
}
