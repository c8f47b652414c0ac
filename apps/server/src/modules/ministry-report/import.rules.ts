import type { Layout, LayoutField, LayoutTable } from '@portal/contract/ministry-report/layout'
import type { Cells } from '@portal/contract/ministry-report/ministry-report'
import { findSpoiled } from '../bulk/sheet.rules.ts'
import { findFault, tidied } from './field.rules.ts'

export interface Line {
  line: number
  cells: readonly string[]
}
export interface RowFault {
  line: number
  column: string | null
  message: string
}
export type ReadRows = { rows: Cells[] } | { faults: RowFault[] }
const MOST_FAULTS = 100

const simple = (text: string) => text.replace(/[*＊\s]/g, '').toLowerCase()

/** The field of each column of a file, found by the field's title or name in the layout. */
function listColumns(table: LayoutTable, header: readonly string[]): (LayoutField | undefined)[] {
  const known = new Map(
    table.fields.flatMap((f) => [[simple(f.title), f] as const, [simple(f.name), f] as const]),
  )
  return header.map((h) => known.get(simple(h)))
}

/**
 * The rows of a file as cells, or up to MOST_FAULTS faults
 * by line and column. The first line has the fields' titles.
 */
export function readRows(
  table: LayoutTable,
  [header, ...lines]: readonly Line[],
  fixed: Layout['fixed'],
): ReadRows {
  if (!header) return { faults: [{ line: 1, column: null, message: '文件是空的' }] }
  const columns = listColumns(table, header.cells)
  const faults: RowFault[] = []
  const missing = table.fields.filter((f) => f.required && !columns.includes(f) && f.from === null && !f.sum)
  for (const f of missing)
    faults.push({ line: header.line, column: f.title, message: `第一行缺少这一列，请使用模板` })
  columns.forEach((field, at) => {
    const text = (header.cells[at] ?? '').trim()
    if (!field && text !== '')
      faults.push({ line: header.line, column: text, message: '当年版式没有这一列，请使用模板' })
    if (field && columns.indexOf(field) !== at)
      faults.push({ line: header.line, column: field.title, message: '这一列出现了两次' })
  })
  if (faults.length > 0) return { faults }
  const rows: Cells[] = []
  for (const { line, cells } of lines) {
    if (cells.every((c) => c.trim() === '')) continue
    const row: Cells = {}
    columns.forEach((field, at) => {
      if (!field) return
      const said = cells[at] ?? ''
      const cell = tidied(field, said) || field.blank
      const message = findSpoiled(said) ?? findFault(field, cell, fixed)?.message
      if (message !== undefined) faults.push({ line, column: field.title, message })
      row[field.name] = cell
    })
    rows.push(row)
  }
  if (rows.length === 0 && faults.length === 0)
    faults.push({ line: header.line + 1, column: null, message: '文件中没有数据行' })
  return faults.length > 0 ? { faults: faults.slice(0, MOST_FAULTS) } : { rows }
}
