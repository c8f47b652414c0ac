import type { CellOrigin } from '@portal/contract/national-report/national-report'
import type { KnownValue, KnownValues } from '@portal/contract/national-report/known'
import type { NationalSchema, SchemaField } from '@portal/contract/national-report/schema'

// What is reported of a row: what somebody typed, else what the portal knows, in the terms of the year's
// schema.

export interface Typed {
  value: string
  by: number
  at: string
}
export type TypedValues = Readonly<Record<string, Typed>>
/** A row as it is reported: by the code of the field, each as text. */
export type Values = Readonly<Record<string, string>>

export interface ReportedCell {
  field: SchemaField
  value: string
  /** What the portal knows; null: nothing. */
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

/** A row is a line of a file: text of several lines becomes one. */
export const inOneLine = (text: string): string => text.replace(/\s*[\r\n\t]+\s*/g, ' ').trim()

/**
 * What the portal calls it, said as the schema wants it. What has no code stays as it is, and is refused by
 * the check.
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

/** Rounded half up, as people do; binary halves are none. */
export function inDecimals(value: number, decimals: number): string {
  const scale = 10 ** decimals
  return (Math.round(Number((value * scale).toPrecision(15))) / scale).toFixed(decimals)
}
