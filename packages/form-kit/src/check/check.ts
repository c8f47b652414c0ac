import { findComponent } from '../components/components.ts'
import type { Rule, Trigger, ValidateEntry, ValueType } from '../form/form.ts'
import { valueTypes } from '../form/form.ts'
import { isObject } from '../form/scan.ts'
import { failsMarks } from './marks.ts'
import { compilePattern } from './pattern.ts'
import { makeMessage, makeSentence } from './title.ts'
import { isOfType, parseNumber } from './types.ts'

// The checks that a designer has given a field. Browser and server run these very lines.

/** Nothing said: no value, a text of blanks, a list without items. `false` and 0 are something. */
export const isMissing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/**
 * Checks a field's value against its entries.
 *
 * @param when What has happened to the field; entries of other triggers wait. A submission checks all.
 * @param required Whether somebody else asks for it (`showRules`); by default what the rule itself says.
 * @returns A Chinese sentence for each entry that fails, in the order of the rule, none twice.
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

/** Whether the rule itself, without any condition, asks for a value. */
export const isRequired = (rule: Rule): boolean => isMarked(rule) || isAskedByEntry(rule)
/** By its switch, which a control can turn off. */
export function isMarked({ $required }: Rule): boolean {
  return $required === true || (typeof $required === 'string' && $required !== '') || isObject($required)
}
/** By an entry, which no control can take back. */
export const isAskedByEntry = (rule: Rule): boolean =>
  (rule.validate ?? []).some((entry) => asksForValue(entry))

/** `$required` may bring its own sentence, as a text or as an entry. */
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

/** With a mode only the mode's key counts: designers leave the others behind when it is changed. */
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
  // `parseForm` refuses what cannot be compiled; who comes past it is not let through.
  if ('message' in compiled) return true
  return !compiled.pattern.matches(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

function failsSize(entry: ValidateEntry, type: ValueType | undefined, value: unknown): boolean {
  const { min, max, len } = entry
  const sized = (['len', 'min', 'max'] as const).some((key) => counts(entry, key) && entry[key] != null)
  if (!sized) return false
  const size = measureSize(type, value)
  if (Number.isNaN(size)) return true
  // A length is exact, and then says more than its bounds.
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

/** The type that a new entry of a rule begins with. */
export const draftType = (rule: Rule): ValueType => findComponent(rule.type)?.checks ?? 'string'
