import { Readable } from 'node:stream'
import type { RawReply } from './serve.ts'

/** One column of an exported list. What it gives is text or a number; instants and days are written as people read them. */
export interface SheetColumn<Row> {
  header: string
  width?: number
  /** Two decimals, as money has them. */
  money?: true
  value: (row: Row) => string | number | null
}

/** A list as an Excel file, written while its rows are still being read: neither is ever in memory as a whole. */
export function sheetOf<Row>(name: string, columns: readonly SheetColumn<Row>[], rows: AsyncIterable<Row>, fileName: string): RawReply {
  async function* cells() {
    for await (const row of rows) yield columns.map((c) => c.value(row))
  }
  async function* bytes() {
    const { writeXlsxStream } = await import('hucre/xlsx') // not needed by a start
    yield* writeXlsxStream(cells(), {
      name,
      columns: columns.map((c) => ({ header: c.header, width: c.width ?? 16, ...(c.money && { numFmt: '#,##0.00' }) })),
      freezePane: { rows: 1 },
    })
  }
  return { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', body: Readable.from(bytes(), { objectMode: false }), fileName }
}
