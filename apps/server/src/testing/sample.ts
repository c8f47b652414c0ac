import { creditCodeCheck } from '@portal/contract/supplier/credit-code'
import { z } from 'zod'

/** The part of JSON Schema that zod generates for our contract. */
interface Json {
  type?: string | string[]
  properties?: Record<string, Json>
  required?: string[]
  items?: Json
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  propertyNames?: Json
  additionalProperties?: Json | boolean
}

/**
 * Memoised by schema: a walk asks for the same one again and again, and generating one takes milliseconds.
 */
function remembered<T>(make: (schema: z.ZodType) => T): (schema: z.ZodType) => T {
  const made = new WeakMap<z.ZodType, { value: T }>()
  return (schema) => {
    let kept = made.get(schema)
    if (!kept) made.set(schema, (kept = { value: make(schema) }))
    return kept.value
  }
}

export const makeSchema = remembered(
  (schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json,
)

/** The alternative of a schema from which a sample is made. */
const chosen = (json: Json): Json => (json.anyOf ?? json.oneOf)?.find((c) => c.type !== 'null') ?? {}

/**
 * A value that the schema accepts, so that it gets past parsing to the handler. Where parts exclude each
 * other, some are left out.
 */
export const makeSample = remembered((schema): unknown => {
  const full = findValue(makeSchema(schema))
  const faults = (value: unknown) => schema.safeParse(value).error?.issues ?? []
  const issues = faults(full)
  if (issues.length === 0) return full
  const doubtful = issues.flatMap(({ path }) => listSiblings(full, path as (string | number)[]))
  for (const tries of [
    doubtful.map((a) => [a]),
    doubtful.flatMap((a) => doubtful.map((b) => [a, b])),
    [issues.map((i) => i.path as (string | number)[])],
  ]) {
    for (const left of tries) {
      const value = left.reduce<unknown>((v, place) => spoil(v, place, undefined), full)
      if (faults(value).length === 0) return value
    }
  }
  return full
})
/** A place and its siblings, itself first. */
function listSiblings(value: unknown, place: readonly (string | number)[]): (string | number)[][] {
  const parent = place.slice(0, -1)
  const beside = parent.reduce<unknown>(
    (v, key) => (v as Record<string | number, unknown> | undefined)?.[key],
    value,
  )
  const others = Object.keys((beside ?? {}) as object).map((key) => [...parent, key])
  return place.length ? [[...place], ...others] : others
}

function findValue(json: Json, name = ''): unknown {
  if (json.const !== undefined) return json.const
  if (json.enum) return json.enum.find((v) => v !== '') ?? json.enum[0]
  if (json.anyOf ?? json.oneOf) return findValue(chosen(json), name)
  if (json.allOf) return Object.assign({}, ...json.allOf.map((part) => findValue(part, name)))
  switch (Array.isArray(json.type) ? json.type.find((t) => t !== 'null') : json.type) {
    case 'object':
      return findObject(json)
    case 'array':
      return [findValue(json.items ?? {}, name)]
    case 'integer':
    case 'number':
      return numbers[name] ?? Math.max(1, json.minimum ?? 1)
    case 'boolean':
      return true
    case 'string':
      return makeText(json, name)
    default:
      return 1
  }
}
function findObject({ properties = {}, required, propertyNames, additionalProperties }: Json): unknown {
  const named = propertyNames?.pattern === undefined ? undefined : [makeText(propertyNames, '')]
  const keys = required ?? propertyNames?.enum?.slice(0, 1) ?? named
  if (propertyNames && keys && typeof additionalProperties === 'object')
    return Object.fromEntries(keys.map((key) => [String(key), findValue(additionalProperties)]))
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, findValue(property, name)]),
  )
}

// Values for checks that the schema makes in code and JSON Schema does not show.
const numbers: Record<string, number> = {
  toMinute: 480,
  minMinutes: 60,
  maxMinutes: 120,
  fromAmountFen: 0,
  taxFen: 0,
  tariffFen: 0,
  vatFen: 0,
  unitPriceFen: 4,
  // A school year that the demo campus has.
  year: new Date().getFullYear() - 1,
  withYear: new Date().getFullYear() - 1,
  // The shares must add up to the whole.
  central: 2500,
  college: 2500,
  lab: 2500,
  operator: 2500,
}
const creditCode = '91330100MA0000001'
const texts: Record<string, string> = {
  password: 'Instrument2026',
  newPassword: 'Instrument2026',
  email: 'someone@example.edu',
  fromAddress: 'someone@example.edu',
  to: 'someone@example.edu',
  link: '/osp/notice',
  href: 'https://www.example.edu',
  // An address of the portal itself, so that a walk never asks another host.
  address: '/api/v2/lab/select',
  gbtCode: '2100300',
  moeCode: '03030204',
  code: '1100200300',
  measures: 'uses,incomeFen',
  only: 'lab:1,month:2026-03',
  creditCode: `${creditCode}${creditCodeCheck(creditCode)}`,
}
const instants: Record<string, string> = {
  endAt: '2030-01-07T04:00:00.000Z',
  expectedAt: '2030-01-07T04:00:00.000Z',
  to: '2030-01-08T02:00:00.000Z',
}
/** Most patterns accept one of these. */
const shapes = [
  '1',
  '123456',
  '12345678',
  '13800000000',
  '2030-01',
  'sample',
  'SAMPLE',
  'LAB-SAMPLE',
  'id asc',
  '/osp/notice',
  'A'.repeat(43),
]

function makeText({ format, pattern, minLength = 0 }: Json, name: string): string {
  if (format === 'date-time') return instants[name] ?? '2030-01-07T02:00:00.000Z'
  if (format === 'date') return '2030-01-07'
  if (format === 'email') return 'someone@example.edu'
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000000'
  const shape =
    pattern === undefined
      ? undefined
      : shapes.find((s) => s.length >= minLength && new RegExp(pattern).test(s))
  return shape ?? texts[name] ?? '样例'.padEnd(minLength, '样')
}

/** The schema of one place of its sample. */
export function schemaAt(json: Json, place: readonly (string | number)[]): Json {
  if (json.anyOf ?? json.oneOf) return schemaAt(chosen(json), place)
  const [first, ...rest] = place
  if (first === undefined) return json
  if (typeof first === 'number') return schemaAt(json.items ?? {}, rest)
  const parts = [json, ...(json.allOf ?? [])]
  return schemaAt(parts.find((p) => p.properties?.[first])?.properties?.[first] ?? {}, rest)
}

/** Every place in a sample that can be spoilt, as a path. */
export function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return [path, ...value.flatMap((v, i) => placesIn(v, [...path, i]))]
  if (value && typeof value === 'object')
    return [
      ...(path.length ? [path] : []),
      ...Object.entries(value).flatMap(([k, v]) => placesIn(v, [...path, k])),
    ]
  return [path]
}

/** A copy with one place replaced. */
export function spoil(value: unknown, [first, ...rest]: (string | number)[], bad: unknown): unknown {
  if (first === undefined) return bad
  // The place is gone already, with its parent.
  if (value === undefined || value === null) return value
  if (Array.isArray(value)) return value.map((v, i) => (i === first ? spoil(v, rest, bad) : v))
  return { ...(value as object), [first]: spoil((value as Record<string, unknown>)[first], rest, bad) }
}
