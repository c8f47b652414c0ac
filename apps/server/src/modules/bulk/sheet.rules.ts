import type { RowReason } from '@portal/contract/bulk/bulk'
import { cutText, dropZeros } from '@portal/contract/kernel/text'
import type { z } from 'zod'

/**
 * One column. `schema` parses the trimmed text of a cell (undefined if empty), with Chinese messages;
 * kernel/fields.ts has most schemas.
 */
export interface ImportColumn<S extends z.ZodType = z.ZodType> {
  header: string
  schema: S
  /** A cell of the template's sample row, which the import ignores if it is unchanged. */
  sample: string
  /** The file must have this column. The schema decides whether a cell may be empty. */
  required?: true
  /** Other accepted headers of this column. */
  also?: readonly string[]
  /** Hint on the template's second sheet. */
  note?: string
  width?: number
}
export type ImportColumns = Record<string, ImportColumn>
export type ImportValues<C extends ImportColumns> = { [K in keyof C]: z.output<C[K]['schema']> }

/** Excel keeps 15 digits of a number: the digits after them are zeros. */
const EXACT_BELOW = 1e15

/**
 * A number as Excel shows it: long ones in full, because 1.3800001111e10 is a telephone number, and 1.1 × 3
 * as 3.3. A number that is too long to be exact is shortened, so that `findSpoiled` refuses it.
 */
function readNumber(value: number): string {
  if (Math.abs(value) >= EXACT_BELOW) return value.toExponential(5).toUpperCase()
  const shown = Number(value.toPrecision(15))
  return Number.isInteger(shown) ? shown.toFixed(0) : String(shown)
}

/** A cell as text, as the person sees it. Dates come as instants at midnight UTC. */
export function readText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return ''
    const iso = value.toISOString()
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ')
  }
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') return readNumber(value)
  return dropZeros(String(value)).trim()
}

const FORMULA_ERROR = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/
/** 2.02301E+11: how Excel shows a long number in a cell, and how it writes it into a CSV file. */
const SHORTENED = /^-?\d(\.\d+)?E\+\d{2,}$/i
/** Marks a number or name of which Excel has made a date: room 3-12 is 12 March there. */
const TURNED = '#日期 '
/**
 * Why a cell's text cannot be what a person entered: a formula has failed, or Excel has dropped digits of a
 * number or made a date of it. Text columns would accept all of these, and a record would get a number that
 * nobody has.
 */
export function findSpoiled(text: string): string | undefined {
  if (FORMULA_ERROR.test(text)) return `单元格中是公式错误 ${text}，请改正`
  if (text.startsWith(TURNED))
    return `Excel 已将填写的内容改为日期 ${text.slice(TURNED.length)}，请将单元格设为文本格式后重新填写`
  return SHORTENED.test(text)
    ? `“${text}”是 Excel 缩写的数字，末尾数字可能已丢失，请将单元格设为文本格式后重新填写`
    : undefined
}

/** 姓名*, ＊姓名 and 姓名（必填） are the same header. */
const simplify = (header: string) =>
  header
    .replace(/[（(][^）)]*[）)]/g, '')
    .replace(/[*＊\s]/g, '')
    .toLowerCase()

export type HeaderVerdict =
  | { ok: true; /** Column key by place in the file. */ at: (string | null)[]; ignored: string[] }
  | { ok: false; message: string }

export function mapHeaders(columns: ImportColumns, headers: readonly string[]): HeaderVerdict {
  const known = new Map(
    Object.entries(columns).flatMap(([key, c]) =>
      [c.header, ...(c.also ?? [])].map((h) => [simplify(h), key] as const),
    ),
  )
  const at = headers.map((h) => known.get(simplify(h)) ?? null)
  const present = at.filter((key) => key !== null)
  const missing = Object.entries(columns).filter(([key, c]) => c.required && !present.includes(key))
  if (missing.length)
    return {
      ok: false,
      message: `文件第一行缺少列：${missing.map(([, c]) => c.header).join('、')}。请使用模板`,
    }
  const twice = present.find((key, i) => present.indexOf(key) !== i)
  if (twice !== undefined)
    return { ok: false, message: `文件中有两列“${(columns[twice] as ImportColumn).header}”，请只保留一列` }
  return { ok: true, at, ignored: headers.filter((h, i) => h && at[i] === null) }
}

/** Cell text by column key. */
export type Cells = Record<string, string>

/** More letters of a cell than any column takes, so that a cell that is cut is also refused. */
const MOST_LETTERS = 4000

/** `columns`: those that a file must have are numbers and names, so that no date is meant there. */
export function readCells(
  at: readonly (string | null)[],
  values: readonly unknown[],
  columns: ImportColumns = {},
): Cells {
  const cells: Cells = {}
  at.forEach((key, i) => {
    if (key === null) return
    const text = cutText(readText(values[i]), MOST_LETTERS)
    const isTurned = text !== '' && values[i] instanceof Date && columns[key]?.required
    cells[key] = isTurned ? TURNED + text : text
  })
  return cells
}

export const isEmpty = (cells: Cells): boolean => Object.values(cells).every((text) => text === '')
export const isSample = (columns: ImportColumns, cells: Cells): boolean =>
  Object.entries(cells).every(([key, text]) => text === columns[key]?.sample)

export type Parsed<C extends ImportColumns> =
  | { ok: true; row: ImportValues<C> }
  | { ok: false; reasons: RowReason[] }

/** Parses a row; columns missing from the file count as empty. */
export function parseCells<C extends ImportColumns>(columns: C, cells: Cells): Parsed<C> {
  const row: Record<string, unknown> = {}
  const reasons: RowReason[] = []
  for (const [key, { header, schema }] of Object.entries(columns)) {
    const text = cells[key] ?? ''
    const spoiled = findSpoiled(text)
    const read = schema.safeParse(text || undefined)
    if (spoiled === undefined && read.success) row[key] = read.data
    else
      reasons.push({
        level: 'error',
        column: header,
        message: spoiled ?? read.error?.issues[0]?.message ?? '内容不正确',
      })
  }
  // Each value was parsed by its column's schema.
  return reasons.length ? { ok: false, reasons } : { ok: true, row: row as ImportValues<C> }
}
