import { conditions, type Condition, type Json } from '@portal/form-kit/form/form'
import { limits, type Test } from '../model/graph.ts'
import { isOwnName } from './ids.ts'

/** Parses a condition from JSON text; null if it is not one. */
export function readTest(text: string): Test | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const count = { parts: 0 }
  const test = shape(value, count, 0)
  return test && count.parts <= limits.testParts ? test : null
}

function shape(value: unknown, count: { parts: number }, depth: number): Test | null {
  if (!isObject(value) || depth > limits.testDepth) return null
  for (const how of ['all', 'any'] as const) {
    const parts = value[how]
    if (parts === undefined) continue
    if (!Array.isArray(parts) || parts.length === 0 || Object.keys(value).length > 1) return null
    const read = parts.map((part) => (count.parts > limits.testParts ? null : shape(part, count, depth + 1)))
    const whole = read.filter((part) => part !== null)
    if (whole.length < read.length) return null
    return how === 'all' ? { all: whole } : { any: whole }
  }
  const { field, condition } = value
  if (typeof field !== 'string' || field === '' || field.length > 64 || !isOwnName(field)) return null
  if (!isCondition(condition)) return null
  count.parts++
  const compared = value['value'] as Json | undefined // it came out of JSON
  if (compared === undefined && condition !== 'empty' && condition !== 'notEmpty') return null
  return { field, condition, value: compared }
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isCondition = (value: unknown): value is Condition => (conditions as readonly unknown[]).includes(value)

export type Comparison = Extract<Test, { field: string }>
/** The single comparisons of a condition. */
export function listComparisons(test: Test): Comparison[] {
  if ('all' in test) return test.all.flatMap(listComparisons)
  return 'any' in test ? test.any.flatMap(listComparisons) : [test]
}
/** The fields that a condition reads. */
export const listFields = (test: Test): string[] => listComparisons(test).map(({ field }) => field)
