import { z } from 'zod'

/** The part of JSON Schema that zod prints for our contract. */
interface Json {
  type?: string
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
  minItems?: number
  propertyNames?: Json
  additionalProperties?: Json | boolean
}

export const schemaOf = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json

/** A value the schema most likely takes: good enough to get past parsing into the handler. */
export function sampleOf(json: Json): unknown {
  if (json.const !== undefined) return json.const
  if (json.enum) return json.enum.find((v) => v !== '') ?? json.enum[0]
  const choice = json.anyOf ?? json.oneOf
  if (choice) return sampleOf(choice.find((c) => c.type !== 'null') ?? {})
  if (json.allOf) return Object.assign({}, ...json.allOf.map(sampleOf))
  switch (json.type) {
    case 'object':
      return Object.fromEntries(Object.entries(json.properties ?? {}).map(([name, property]) => [name, sampleOf(property)]))
    case 'array':
      return [sampleOf(json.items ?? {})]
    case 'integer':
    case 'number':
      return Math.max(1, json.minimum ?? 1)
    case 'boolean':
      return true
    case 'string':
      return textOf(json)
    default:
      return 1
  }
}

function textOf({ format, pattern, minLength = 0 }: Json): string {
  if (format === 'date-time') return '2030-01-07T02:00:00.000Z'
  if (format === 'date') return '2030-01-07'
  if (format === 'email') return 'someone@example.edu'
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000000'
  if (pattern?.startsWith('^[a-zA-Z]+ (')) return 'id asc'
  return '样例'.padEnd(minLength, '样')
}

/** Every place in a sample that can be spoilt, as a path. */
export function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return [path, ...value.flatMap((v, i) => placesIn(v, [...path, i]))]
  if (value && typeof value === 'object') return [...(path.length ? [path] : []), ...Object.entries(value).flatMap(([k, v]) => placesIn(v, [...path, k]))]
  return [path]
}

/** A copy with one place replaced. */
export function spoil(value: unknown, [first, ...rest]: (string | number)[], bad: unknown): unknown {
  if (first === undefined) return bad
  if (Array.isArray(value)) return value.map((v, i) => (i === first ? spoil(v, rest, bad) : v))
  return { ...(value as object), [first]: spoil((value as Record<string, unknown>)[first], rest, bad) }
}
