import { conditions, type Condition, type Json } from '@portal/form-kit/form/form'
import { limits } from '@portal/process-kit/model/graph'
import { conditionWords, keepValue, SEVERAL, formatValue, WITHOUT } from '../../form/shared/conditions.ts'
import type { KnownField } from './known-fields.ts'

// A condition being edited. It may lack a field or a value, which the judge then reports. It is stored as the
// text that process-kit reads.

export interface Comparison {
  field: string
  condition: Condition
  value?: Json | undefined
}
export interface Group {
  how: 'all' | 'any'
  parts: Part[]
}
export type Part = Comparison | Group
export const isGroup = (part: Part): part is Group => 'how' in part

export const freshComparison = (): Comparison => ({ field: '', condition: '==', value: '' })

/** Parses a stored condition; null if it was not made by this builder. */
export function parseCondition(text: string): Group | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const part = shape(value, 0)
  if (!part) return null
  return isGroup(part) ? part : { how: 'all', parts: [part] }
}
function shape(value: unknown, depth: number): Part | null {
  if (typeof value !== 'object' || value === null || depth > limits.testDepth) return null
  const read = value as Record<string, unknown> // an object out of JSON
  for (const how of ['all', 'any'] as const) {
    const parts = read[how]
    if (!Array.isArray(parts)) continue
    const shaped = parts.map((part) => shape(part, depth + 1))
    return shaped.includes(null) ? null : { how, parts: shaped.filter((part) => part !== null) }
  }
  const condition = conditions.find((word) => word === read['condition'])
  if (typeof read['field'] !== 'string' || !condition) return null
  return { field: read['field'], condition, value: read['value'] as Json | undefined } // out of JSON
}

/** The text to store; null for a condition without parts. */
export function writeCondition(group: Group): string | null {
  return group.parts.length === 0 ? null : JSON.stringify(spell(group))
}
const spell = (part: Part): object =>
  isGroup(part)
    ? { [part.how]: part.parts.map(spell) }
    : { field: part.field, condition: part.condition, ...(part.value !== undefined && { value: part.value }) }

export function changeComparison(part: Comparison, change: Partial<Comparison>): Comparison {
  if (change.field !== undefined && change.field !== part.field)
    // A value of the old field means nothing for the new one, so it is cleared.
    return {
      ...part,
      field: change.field,
      value: keepValue(part.condition, SEVERAL.includes(part.condition) ? [] : ''),
    }
  if (change.condition !== undefined)
    return { ...part, condition: change.condition, value: keepValue(change.condition, part.value) }
  return { ...part, ...change }
}

/** A condition in words: 金额 大于 50000 且 类别 等于 进口. */
export function describeCondition(group: Group, fields: readonly KnownField[]): string {
  const said = group.parts.map((part) => {
    if (!isGroup(part)) return describeComparison(part, fields)
    const inner = describeCondition(part, fields)
    return part.parts.length > 1 ? `（${inner}）` : inner
  })
  return said.join(group.how === 'all' ? ' 且 ' : ' 或 ')
}
function describeComparison({ field, condition, value }: Comparison, fields: readonly KnownField[]): string {
  const known = fields.find((f) => f.field === field)
  const name = known?.title ?? (field || '（未选字段）')
  if (WITHOUT.includes(condition)) return `${name} ${conditionWords[condition]}`
  const values = (Array.isArray(value) ? value : [value]).map((v) => {
    const text = formatValue(v)
    return known?.choices.find((choice) => choice.text === text)?.label ?? text
  })
  return `${name} ${conditionWords[condition]} ${values.join('、') || '（未填）'}`
}
