import { nationalRefusals, type IssueCode } from '@portal/contract/national-report/national-report'
import {
  nationalKindWords,
  shapeWords,
  type NationalKind,
  type NationalSchema,
  type SchemaField,
  type SchemaRule,
  type Shape,
} from '@portal/contract/national-report/schema'
import { unknownToGbk, inGbk } from '../../kernel/gbk.rules.ts'
import type { Values } from './value.rules.ts'

// Checks rows against the year's schema. A field gets one fault, the first one found; rules that compare
// fields are applied only if each of these fields is valid by itself.

export interface Fault {
  /** Null: the fault concerns the row as a whole. */
  field: SchemaField | null
  code: IssueCode
  message: string
}
export interface RowToCheck {
  values: Values
  /** The kinds of rows that the report has for this instrument. */
  kinds: ReadonlySet<NationalKind>
  /** The values that the platform accepted last year. */
  before: Values | null
}

export function checkRow(schema: NationalSchema, row: RowToCheck): Fault[] {
  const own = schema.fields.flatMap((field): Fault[] => {
    const found = faultIn(schema, field, row.values[field.code] ?? '')
    return found ? [{ field, ...found }] : []
  })
  const wrong = new Set(own.map((f) => f.field?.code))
  const between = schema.rules.flatMap((rule) => faultBetween(schema, rule, row, wrong) ?? [])
  const same = own.length + between.length === 0 && isIdentical(schema, row.values, row.before)
  return [
    ...own,
    ...between,
    ...(same ? [{ field: null, code: 'identical', message: nationalRefusals.IDENTICAL } as const] : []),
  ]
}

/**
 * Returns a function to be called for each row of a kind in turn, with the row's own faults. It finds values
 * that must be unique and that an earlier row has: the first row keeps such a value, later ones get the
 * fault, unless the field has one already.
 */
export function watchRepeats(
  schema: NationalSchema,
): (row: { values: Values; faults: readonly Fault[] }) => Fault[] {
  const unique = new Map<string, string | undefined>([[schema.key, undefined]])
  for (const r of schema.rules) if (r.rule === 'unique') unique.set(r.field, r.message)
  const seen = new Map([...unique.keys()].map((code) => [code, new Set<string>()]))
  return ({ values, faults }) =>
    schema.fields.flatMap((field): Fault[] => {
      const before = seen.get(field.code)
      const value = values[field.code] ?? ''
      if (!before || value === '') return []
      const again = before.has(value)
      before.add(value)
      const message = unique.get(field.code) ?? `${field.label}“${value}”与前面的数据重复`
      const told = faults.some((f) => f.field?.code === field.code)
      return again && !told ? [{ field, code: 'unique', message }] : []
    })
}

export const isIdentical = (schema: NationalSchema, values: Values, before: Values | null): boolean =>
  schema.refusesIdentical &&
  before !== null &&
  schema.fields.every((f) => (values[f.code] ?? '') === (before[f.code] ?? ''))

// ── One field ────────────────────────────────────────────────────────────────

type Wrong = Omit<Fault, 'field'> | undefined
const CONTROL = /\p{Cc}/u

function faultIn(schema: NationalSchema, field: SchemaField, value: string): Wrong {
  const { label } = field
  if (value === '') return field.required ? { code: 'missing', message: `${label}没有填写` } : undefined
  if (CONTROL.test(value)) return { code: 'sign', message: `${label}含有不能使用的字符` }
  const strange = schema.file.encoding === 'GBK' ? unknownToGbk(value) : undefined
  if (strange !== undefined) return { code: 'sign', message: `${label}含有 GBK 编码没有的字符“${strange}”` }
  return faultOfKind(schema, field, value) ?? faultOfLength(schema, field, value)
}

function faultOfKind(schema: NationalSchema, field: SchemaField, value: string): Wrong {
  const { label } = field
  switch (field.kind) {
    case 'code':
      return faultOfCodes(schema, field, value)
    case 'number':
      return faultOfNumber(field, value)
    case 'day':
      return isDay(value) ? undefined : { code: 'time', message: `${label}应为日期，如 2026-01-31` }
    case 'hour':
      return isHour(value) ? undefined : { code: 'time', message: `${label}应为整点时间，如 2026-01-31 08` }
    case 'text':
      return field.shape === undefined || shapeTests[field.shape].test(value)
        ? undefined
        : { code: 'shape', message: `${label}应为${shapeWords[field.shape]}` }
  }
}

function faultOfCodes(schema: NationalSchema, field: SchemaField, value: string): Wrong {
  const codes = value.split(',')
  const list = schema.lists[field.list ?? ''] ?? []
  const unknown = codes.find((c) => list.every((item) => item.code !== c))
  if (unknown !== undefined) return { code: 'code', message: `${field.label}“${unknown}”不在代码表中` }
  if (codes.length > (field.many ?? 1))
    return { code: 'code', message: `${field.label}最多 ${field.many ?? 1} 个` }
  return new Set(codes).size < codes.length
    ? { code: 'code', message: `${field.label}有重复的代码` }
    : undefined
}

function faultOfNumber({ label, decimals = 0 }: SchemaField, value: string): Wrong {
  const parts = /^\d+(?:\.(\d+))?$/.exec(value)
  if (!parts) return { code: 'number', message: `${label}应为不小于 0 的数字` }
  return (parts[1]?.length ?? 0) > decimals
    ? { code: 'number', message: decimals === 0 ? `${label}应为整数` : `${label}最多 ${decimals} 位小数` }
    : undefined
}

function faultOfLength(
  schema: NationalSchema,
  { label, length, exact, width }: SchemaField,
  value: string,
): Wrong {
  const signs = [...value].length
  if (signs > length) return { code: 'length', message: `${label}不能超过 ${length} 个字，现有 ${signs} 个` }
  if (exact && signs < length)
    return { code: 'length', message: `${label}应为 ${length} 位，现有 ${signs} 位` }
  const bytes = countBytes(schema, value)
  return bytes > width
    ? { code: 'length', message: `${label}在定长文本中最多 ${width} 个字节，现有 ${bytes} 个` }
    : undefined
}

export const countBytes = ({ file }: Pick<NationalSchema, 'file'>, value: string): number =>
  file.encoding === 'GBK' ? inGbk(value).length : Buffer.byteLength(value)

const isDay = (s: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(s) ? new Date(`${s}T00:00:00Z`) : undefined
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(s)
}
const isHour = (s: string): boolean => /^.{10} ([01]\d|2[0-3])$/.test(s) && isDay(s.slice(0, 10))

const shapeTests: Record<Shape, RegExp> = {
  email: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/,
  phone: /^\+?[\d\-()（） ]{6,25}$/,
  postcode: /^\d{6}$/,
  url: /^https?:\/\/[^\s]+$/i,
  digits: /^\d+$/,
}

// ── Fields compared ──────────────────────────────────────────────────────────

function faultBetween(
  schema: NationalSchema,
  rule: SchemaRule,
  { values, kinds }: RowToCheck,
  wrong: ReadonlySet<string | undefined>,
): Fault | undefined {
  const of = (code: string) => values[code] ?? ''
  const findField = (code: string) => schema.fields.find((f) => f.code === code) ?? null
  const findLabel = (code: string) => findField(code)?.label ?? code
  const say = (code: string, words: string): Fault => ({
    field: findField(code),
    code: 'rule',
    message: rule.message ?? words,
  })
  const ready = (...codes: string[]) => codes.every((c) => of(c) !== '' && !wrong.has(c))
  const holds = (w: { field: string; is: readonly string[] }) =>
    !wrong.has(w.field) && w.is.includes(of(w.field))
  switch (rule.rule) {
    case 'after':
      return ready(rule.field, rule.than) && of(rule.field) <= of(rule.than)
        ? say(rule.field, `${findLabel(rule.field)}应晚于${findLabel(rule.than)}`)
        : undefined
    case 'atLeast':
      return ready(rule.field, rule.than) && Number(of(rule.field)) < Number(of(rule.than))
        ? say(rule.field, `${findLabel(rule.field)}不能小于${findLabel(rule.than)}`)
        : undefined
    case 'needs':
      return of(rule.field) === '' && !wrong.has(rule.field) && holds(rule.when)
        ? say(
            rule.field,
            `${findLabel(rule.when.field)}为“${nameCode(schema, rule.when.field, of(rule.when.field))}”时应填写${findLabel(rule.field)}`,
          )
        : undefined
    case 'needsRow':
      return holds(rule.when) && !kinds.has(rule.kind)
        ? say(
            rule.when.field,
            `${findLabel(rule.when.field)}为“${nameCode(schema, rule.when.field, of(rule.when.field))}”时应有${nationalKindWords[rule.kind]}信息`,
          )
        : undefined
    case 'unique':
      return undefined
  }
}

/** The label of a code, or the code itself without one. */
export function nameCode(schema: NationalSchema, code: string, value: string): string {
  const list = schema.lists[schema.fields.find((f) => f.code === code)?.list ?? ''] ?? []
  return list.find((item) => item.code === value)?.label ?? value
}
