import type { CellOrigin } from '@portal/contract/national-report/national-report'
import type { KnownValue, KnownValues } from '@portal/contract/national-report/known'
import type { NationalSchema, SchemaField } from '@portal/contract/national-report/schema'

// The reported values of a row: the typed value or, without one, the portal's, in the terms of the year's
// schema.

export interface Typed {
  value: string
  by: number
  at: string
}
export type TypedValues = Readonly<Record<string, Typed>>
/** A row as it is reported: text by field code. */
export type Values = Readonly<Record<string, string>>

export interface ReportedCell {
  field: SchemaField
  value: string
  /** The portal's value; null: none. */
  known: string | null
  origin: CellOrigin
  typed: Typed | null
}

export function listCells(schema: NationalSchema, known: KnownValues, typed: TypedValues): ReportedCell[] {
  return schema.fields.map((field) => {
    const own = field.source === undefined ? null : formatTerms(schema, field, known[field.source] ?? null)
    const said = Object.hasOwn(typed, field.code) ? (typed[field.code] ?? null) : null
    return { field, known: own, typed: said, ...chosen(field, own, said) }
  })
}

function chosen(
  field: SchemaField,
  known: string | null,
  typed: Typed | null,
): { value: string; origin: CellOrigin } {
  if (typed) return { value: typed.value, origin: 'typed' }
  if (known !== null) return { value: known, origin: 'known' }
  if (field.value !== undefined) return { value: field.value, origin: 'fixed' }
  if (field.default !== undefined) return { value: field.default, origin: 'default' }
  return { value: '', origin: 'none' }
}

export const listValues = (cells: readonly ReportedCell[]): Values =>
  Object.fromEntries(cells.map((c) => [c.field.code, c.value]))

/** Joins several lines of text into one, because a row is one line of a file. */
export const inOneLine = (text: string): string => text.replace(/\s*[\r\n\t]+\s*/g, ' ').trim()

/**
 * The portal's value in the schema's terms. A word without a code stays as it is, and the check refuses it.
 */
function formatTerms(schema: NationalSchema, field: SchemaField, value: KnownValue): string | null {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return null
  if (field.kind === 'number' && typeof value === 'number') return inDecimals(value, field.decimals ?? 0)
  const words = (Array.isArray(value) ? value : [value]).map((v: string | number | boolean) =>
    typeof v === 'boolean' ? (v ? '是' : '否') : String(v),
  )
  if (field.kind !== 'code') return inOneLine(words.join('、'))
  const list = schema.lists[field.list ?? ''] ?? []
  const codes = words.map(
    (w) => list.find((item) => item.code === w || item.label === w || item.of.includes(w))?.code ?? w,
  )
  return [...new Set(codes)].slice(0, field.many ?? 1).join(',')
}

/** Rounds halves up in decimal, as people do; `toPrecision` removes binary rounding errors first. */
export function inDecimals(value: number, decimals: number): string {
  const scale = 10 ** decimals
  return (Math.round(Number((value * scale).toPrecision(15))) / scale).toFixed(decimals)
}
