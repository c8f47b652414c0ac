import type { Layout, LayoutField, LayoutTable } from '@portal/contract/ministry-report/layout'
import type { Cells } from '@portal/contract/ministry-report/ministry-report'
import { inGbk } from '../../kernel/gbk.rules.ts'
import { measureWidth } from './field.rules.ts'

/** Fields without a width. */
export const widthless = (table: LayoutTable): LayoutField[] => table.fields.filter((f) => f.width === null)
/** Cells that are too wide, each named by row number and field title. */
export const tooWide = (table: LayoutTable, rows: readonly Cells[], fixed: Layout['fixed']): string[] =>
  rows.flatMap((cells, at) =>
    table.fields
      .filter((f) => f.width !== null && measureWidth(cells[f.name] ?? '', fixed) > f.width)
      .map((f) => `第 ${at + 1} 行的${f.title}`),
  )

/** One line for each row, each cell padded to its width; lines end with CRLF, as on Windows. */
export function fixedText(table: LayoutTable, rows: readonly Cells[], fixed: Layout['fixed']): Buffer {
  const text = rows.map((cells) => `${makeLine(table, cells, fixed)}\r\n`).join('')
  return fixed.encoding === 'gbk' ? inGbk(text) : Buffer.from(text, 'utf8')
}
const makeLine = (table: LayoutTable, cells: Cells, fixed: Layout['fixed']) =>
  table.fields.map((f) => placed(f, cells[f.name] ?? '', fixed)).join('')
function placed(field: LayoutField, cell: string, fixed: Layout['fixed']): string {
  const room = ' '.repeat(Math.max(0, (field.width ?? 0) - measureWidth(cell, fixed)))
  const isNumber = field.type === 'integer' || field.type === 'decimal'
  return isNumber && fixed.numbers === 'right' ? room + cell : cell + room
}
