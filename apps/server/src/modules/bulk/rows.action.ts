import { bulkRefusals, MAX_IMPORT_ROWS } from '@portal/contract/bulk/bulk'
import { readSheet, SheetBeyond, type SheetRow } from '../../adapters/sheets/sheets.ts'
import { refuse, type Refusal } from '../../kernel/refuse.ts'
import { readText } from './sheet.rules.ts'

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const CENTRAL = 0x02014b50
const MAX_SWOLLEN = 200_000_000

/**
 * The unpacked size of a workbook in bytes, as its zip directory declares it; the reader enforces the
 * declared size of each part.
 */
function sumUnpacked(zip: Buffer): number {
  let sum = 0
  for (
    let at = zip.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0 && at + 46 <= zip.length && zip.readUInt32LE(at) === CENTRAL;
  ) {
    const packed = zip.readUInt32LE(at + 20)
    const size = zip.readUInt32LE(at + 24)
    // A part that hides its size could unpack without limit.
    sum += size === 0 && packed > 2 ? Number.POSITIVE_INFINITY : size
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return sum
}

/** The byte order mark of UTF-16, whose text has zero bytes. */
const isUtf16 = (content: Buffer) => ['fffe', 'feff'].includes(content.toString('hex', 0, 2))
const isZip = (content: Buffer) => content.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))

/** Throws at once on files that can never be read. */
export function judgeFile(content: Buffer): void {
  if (content.subarray(0, 4).equals(OLE)) throw refuse('OLD_EXCEL', bulkRefusals.OLD_EXCEL, { status: 415 })
  if (isZip(content)) {
    if (!(sumUnpacked(content) < MAX_SWOLLEN))
      throw refuse('TOO_SWOLLEN', bulkRefusals.TOO_SWOLLEN, { status: 415 })
  } else if (content.includes(0) && !isUtf16(content))
    throw refuse('NOT_A_SHEET', bulkRefusals.NOT_A_SHEET, { status: 415 })
}

/** Excel's limit for a cell, and more columns than any list has. */
const MAX_CELL = 32_767
const MAX_COLUMNS = 300
/** Empty rows count, too: a few more than allowed, so that the caller can see that there are too many. */
export const MAX_READ_ROWS = MAX_IMPORT_ROWS + 3

/**
 * Streams the rows of the first sheet, or of the text: at most MAX_READ_ROWS, and one more where the file has
 * further rows.
 */
export async function* readRows(content: Buffer): AsyncGenerator<SheetRow> {
  try {
    yield* readSheet({ content, maxRows: MAX_READ_ROWS + 1, maxColumns: MAX_COLUMNS, maxCell: MAX_CELL })
  } catch (e) {
    throw e instanceof SheetBeyond ? explainBeyond(e) : isBroken(e as Error) ? refuseBroken() : e
  }
}
/**
 * All rows as text, without empty ones: for files that are small, or whose columns are not known in advance.
 * Throws above MAX_IMPORT_ROWS.
 */
export async function linesOfSheet(content: Buffer): Promise<{ line: number; cells: string[] }[]> {
  judgeFile(content)
  const lines: { line: number; cells: string[] }[] = []
  let read = 0
  for await (const { line, values } of readRows(content)) {
    const cells = values.map(readText)
    const isEmpty = cells.every((cell) => cell === '')
    if (!isEmpty && lines.length > MAX_IMPORT_ROWS)
      throw refuse('TOO_MANY_ROWS', `一次最多导入 ${MAX_IMPORT_ROWS} 行`)
    // What follows is not read, and among so many rows are empty ones.
    if (++read > MAX_READ_ROWS)
      throw refuse('TOO_MANY_ROWS', `第 ${line} 行起没有读取，请删除表格中的空行后重新上传`)
    if (!isEmpty) lines.push({ line, cells })
  }
  return lines
}

/** The errors by which the library tells that the file is damaged or none of its kind. */
const isBroken = (e: Error): boolean => /Zip|Parse|Encrypted/.test(e.name)
const refuseBroken = () => refuse('BROKEN_SHEET', bulkRefusals.BROKEN_SHEET, { status: 415 })

function explainBeyond({ beyond, line }: SheetBeyond): Refusal {
  if (beyond === 'columns')
    return refuse('TOO_MANY_COLUMNS', `第 ${line} 行的列数过多，最多 ${MAX_COLUMNS} 列，请使用模板`)
  if (beyond === 'cell')
    return refuse('CELL_TOO_LONG', `第 ${line} 行有单元格内容过长，每格最多 ${MAX_CELL} 个字`)
  return refuse('TOO_SWOLLEN', bulkRefusals.TOO_SWOLLEN)
}
