import type { SheetFormat } from '@portal/contract/kernel/export'
import { cutText } from '@portal/contract/kernel/text'
import { Readable } from 'node:stream'
import type { Ctx } from './ctx.ts'
import type { RawReply } from './send-reply.ts'
import { findLocal, shownAt } from './time.ts'

/**
 * One column of an exported list. Its values are text or numbers; instants and days are
 * written as people read them.
 */
export interface SheetColumn<Row> {
  header: string
  width?: number
  /** Two decimals, as money has them. */
  money?: true
  value: (row: Row) => string | number | null
}

/** The age of figures, 数据截至 2026-11-28 07:26: shown on the page and in its file. */
export const writeAge = (asOf: Date, zone: string): string => `数据截至 ${shownAt(asOf, zone)}`

const NAME_LETTERS = 31
/** A name that Excel takes for a sheet: a table's title may be longer, or have signs that it forbids. */
const fitSheetName = (name: string): string =>
  cutText(name.replace(/[[\]:*?/\\']/g, ' ').trim(), NAME_LETTERS)

/** Excel calls a workbook damaged if one of its cells has more letters. */
const CELL_LETTERS = 32_767
const LEFT_OUT = '……（内容过长，请在平台查看全文）'
/** A value that Excel opens: answers to a form may have a million letters. */
const fitCell = (value: string | number | null): string | number | null =>
  typeof value === 'string' && value.length > CELL_LETTERS
    ? cutText(value, CELL_LETTERS - LEFT_OUT.length) + LEFT_OUT
    : value

/**
 * A list as an Excel or CSV file, written while its rows are still being read: neither is ever in memory as a
 * whole. `findFoot`, called after the last row, returns a last line for people; CSV leaves it out, because
 * other programs would take it for a row.
 */
export function makeSheet<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  rows: AsyncIterable<Row>,
  fileName: string,
  format: SheetFormat = 'xlsx',
  findFoot: () => string | null = () => null,
): RawReply {
  if (format === 'csv') return makeCsv(columns, rows, fileName.replace(/\.xlsx$/, '.csv'))
  async function* cells() {
    for await (const row of rows) yield columns.map((c) => fitCell(c.value(row)))
    const foot = findFoot()
    if (foot !== null) yield columns.map((_, i) => (i === 0 ? foot : null))
  }
  async function* bytes() {
    const { writeXlsxStream } = await import('hucre/xlsx') // not needed by a start
    yield* writeXlsxStream(cells(), {
      name: fitSheetName(name),
      columns: columns.map((c) => ({
        header: c.header,
        width: c.width ?? 16,
        ...(c.money && { numFmt: '#,##0.00' }),
      })),
      freezePane: { rows: 1 },
    })
  }
  return {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: Readable.from(bytes(), { objectMode: false }),
    fileName,
  }
}

/**
 * The first `most` rows, and the foot of a file that lacks further ones. One row more than `most` is read, so
 * that a file with all rows does not say that some are missing. `explain` gets `most` as people write it.
 */
export function limitRows<Row>(
  rows: AsyncIterable<Row>,
  most: number,
  explain: (most: string) => string,
): { rows: AsyncGenerator<Row>; findFoot: () => string | null } {
  let isCut = false
  async function* first(): AsyncGenerator<Row> {
    let left = most
    for await (const row of rows) {
      isCut = left === 0
      if (isCut) return
      left -= 1
      yield row
    }
  }
  return { rows: first(), findFoot: () => (isCut ? explain(most.toLocaleString('zh-CN')) : null) }
}

const BOM = '\uFEFF'
const CSV_ROWS = 500
/**
 * Text that a spreadsheet would take for a formula gets an apostrophe before it, so that it stays
 * text. Numbers stay numbers.
 */
function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** A list as CSV (RFC 4180), in UTF-8 with the byte order mark by which Excel recognises it. */
function makeCsv<Row>(
  columns: readonly SheetColumn<Row>[],
  rows: AsyncIterable<Row>,
  fileName: string,
): RawReply {
  async function* text() {
    yield BOM + csvLine(columns.map((c) => c.header))
    let some: string[] = []
    for await (const row of rows) {
      some.push(csvLine(columns.map((c) => c.value(row))))
      if (some.length < CSV_ROWS) continue
      yield some.join('')
      some = []
    }
    yield some.join('')
  }
  return { type: 'text/csv; charset=utf-8', body: Readable.from(text(), { objectMode: false }), fileName }
}

/** As `SheetColumn`, but a value may also be a Date or a boolean. */
export interface ListColumn<Row> extends Omit<SheetColumn<Row>, 'value'> {
  value: (row: Row) => string | number | boolean | Date | null | undefined
}
interface Asked {
  params: object
  query: { page: number; size: number }
  body: object
}
type Whole<I extends Asked> = Omit<I, 'query'> & { query: Omit<I['query'], 'page' | 'size'> }

/**
 * Makes the handler of `exportOf` for a list that grows without end, or is computed as a whole. `walk` checks
 * rights, then yields one row after the other. The first row is read before the file begins, so that a
 * refusal is an answer and not a broken file. The return value of `walk` is the age of the rows.
 */
export const exportedWalk =
  <I extends { query: object }, Row>(
    name: string,
    walk: (ctx: Ctx, input: I) => AsyncIterator<Row, Date | undefined | void>,
    columns: readonly ListColumn<Row>[],
  ) =>
  async (ctx: Ctx, input: I): Promise<RawReply> => {
    const zone = ctx.env.CAMPUS_TZ
    const rows = walk(ctx, input)
    const first = await rows.next()
    let asOf: Date | undefined | void
    async function* all(): AsyncGenerator<Row> {
      let at = first
      for (; !at.done; at = await rows.next()) yield at.value
      asOf = at.value
    }
    const cells = columns.map((c): SheetColumn<Row> => ({
      ...c,
      value: (row) => makeCell(c.value(row), zone),
    }))
    const { format } = input.query as { format?: SheetFormat }
    const fileName = `${name}-${findLocal(ctx.now, zone).day}.xlsx`
    return makeSheet(name, cells, all(), fileName, format, () => (asOf ? writeAge(asOf, zone) : null))
  }

const CHUNK = 1000
interface Listed<Row> {
  items: readonly Row[]
  asOf?: Date
}

/**
 * Makes the handler of `exportOf` for a paged list (contract, kernel/export.ts): calls the list itself, page
 * after page, so that rights, filters and order are defined once. For lists of some thousand rows: a list
 * that grows without end is walked by key instead (`exportedWalk`, `walkList` of kernel/list.store.ts).
 */
export const exported = <I extends Asked, Row>(
  name: string,
  list: (ctx: Ctx, input: I) => Promise<Listed<Row>> | Listed<Row>,
  columns: readonly ListColumn<Row>[],
) =>
  exportedWalk(
    name,
    async function* (ctx: Ctx, input: Whole<I>): AsyncGenerator<Row, Date | undefined> {
      const at = (page: number) =>
        list(ctx, { ...input, query: { ...input.query, page, size: CHUNK } } as unknown as I)
      for (let page = 0; ; page++) {
        const { items, asOf } = await at(page)
        yield* items
        if (items.length < CHUNK) return asOf
      }
    },
    columns,
  )

function makeCell(
  value: string | number | boolean | Date | null | undefined,
  zone: string,
): string | number | null {
  if (value instanceof Date) return shownAt(value, zone)
  return typeof value === 'boolean' ? (value ? '是' : '否') : (value ?? null)
}
