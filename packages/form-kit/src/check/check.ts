import { findComponent, isMany, isPair } from '../components/components.ts'
import type { Rule, Trigger, ValidateEntry, ValueType } from '../form/form.ts'
import { valueTypes } from '../form/form.ts'
import { isObject } from '../form/scan.ts'
import { failsMarks } from './marks.ts'
import { compilePattern } from './pattern.ts'
import { makeMessage, makeSentence } from './title.ts'
import { isOfType, parseNumber } from './types.ts'

// The checks that a form designer gave a field. Browser and server run the same code.

/** True for no value, a blank text and an empty list. `false` and 0 are values. */
export const isMissing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/**
 * Checks a field's value against its entries.
 *
 * @param when What happened to the field; entries with other triggers are skipped. A submission checks all.
 * @param required Whether a value is required at the current values (`showRules`); by default, whether the
 *   rule itself requires one.
 * @returns A Chinese sentence for each failed entry, in the order of the rule, without duplicates.
 */
export function checkValue(
  rule: Rule,
  value: unknown,
  when: Trigger = 'submit',
  required: boolean = isRequired(rule),
): string[] {
  const sentences: string[] = []
  if (required && isMissing(value)) sentences.push(requiredSentence(rule))
  for (const entry of rule.validate ?? []) {
    if (!isAwake(entry, when)) continue
    const fails = isMissing(value) ? asksForValue(entry) : listFails(entry, value)
    if (fails) sentences.push(makeSentence(rule, entry, isMissing(value)))
  }
  return [...new Set(sentences)]
}

/** Whether the rule itself, without any condition, requires a value. */
export const isRequired = (rule: Rule): boolean => isMarked(rule) || isAskedByEntry(rule)
/** Whether the rule's `$required` switch is on. A control can override it. */
export function isMarked({ $required }: Rule): boolean {
  return $required === true || (typeof $required === 'string' && $required !== '') || isObject($required)
}
/** Whether a validation entry requires a value. No control can override an entry. */
export const isAskedByEntry = (rule: Rule): boolean =>
  (rule.validate ?? []).some((entry) => asksForValue(entry))

/** The message for a missing value. `$required` may hold its own, as a text or as an entry. */
function requiredSentence(rule: Rule): string {
  const { $required } = rule
  if (typeof $required === 'string' && $required !== '') return $required
  if (isObject($required) && typeof $required['message'] === 'string' && $required['message'] !== '')
    return $required['message']
  const own = (rule.validate ?? []).find((entry) => asksForValue(entry))
  return own ? makeSentence(rule, own, true) : makeMessage(rule, true)
}

function isAwake(entry: ValidateEntry, when: Trigger): boolean {
  return when === 'submit' || [entry.trigger ?? 'change'].flat().includes(when)
}

/** With a mode, only the mode's key counts: designers leave old keys behind when the mode changes. */
const counts = (entry: ValidateEntry, key: 'required' | 'pattern' | 'min' | 'max' | 'len'): boolean =>
  entry.mode == null || entry.mode === key || !isOwnMode(entry.mode)
const isOwnMode = (mode: string): boolean => ['required', 'pattern', 'min', 'max', 'len'].includes(mode)

const asksForValue = (entry: ValidateEntry): boolean => counts(entry, 'required') && entry.required === true

function listFails(entry: ValidateEntry, value: unknown): boolean {
  const type = (valueTypes as readonly unknown[]).includes(entry.type) ? entry.type : undefined
  if (type && !isOfType(type, value)) return true
  return failsPattern(entry, value) || failsSize(entry, type, value) || failsMarks(entry, value)
}

function failsPattern(entry: ValidateEntry, value: unknown): boolean {
  if (!counts(entry, 'pattern') || entry.pattern == null || entry.pattern === '') return false
  const compiled = compilePattern(entry.pattern)
  // `parseForm` refuses expressions that do not compile. If one gets here anyway, no value passes it.
  if ('message' in compiled) return true
  return !compiled.pattern.matches(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

function failsSize(entry: ValidateEntry, type: ValueType | undefined, value: unknown): boolean {
  const { min, max, len } = entry
  const sized = (['len', 'min', 'max'] as const).some((key) => counts(entry, key) && entry[key] != null)
  if (!sized) return false
  const size = measureSize(type, value)
  if (Number.isNaN(size)) return true
  // `len` is an exact length, so it takes precedence over `min` and `max`.
  if (counts(entry, 'len') && len != null) return size !== len
  return (
    (counts(entry, 'min') && min != null && size < min) || (counts(entry, 'max') && max != null && size > max)
  )
}

/** A number's value, a text's characters, an array's items. */
function measureSize(type: ValueType | undefined, value: unknown): number {
  if (type === 'number' || type === 'integer' || type === 'float') return parseNumber(value)
  if (typeof value === 'number') return value
  if (typeof value === 'string') return [...value].length
  return Array.isArray(value) ? value.length : Number.NaN
}

/**
 * The type that a new entry of a rule begins with. None for choices, switches and people: an option's value
 * may be a number or a text, and an entry of the wrong type would refuse every answer.
 */
export function draftType(rule: Rule): ValueType | undefined {
  const component = findComponent(rule.type)
  const props = rule.props ?? {}
  return component && (isMany(component, props) || isPair(component, props)) ? 'array' : component?.checks
}
