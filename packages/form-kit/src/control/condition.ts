import { isMissing } from '../check/check.ts'
import { compilePattern } from '../check/pattern.ts'
import { toSortable } from '../check/types.ts'
import type { Control, Json } from '../form/form.ts'

// The conditions of form-create's controls. The text '1' equals the number 1, since designers type numbers
// and text boxes give text. In the same way 2026/3/5 is the day 2026-03-05.

/**
 * Whether a control's condition holds. Functions (`handle`) never run, so a control with one never holds.
 *
 * @param value The field's current value; `undefined` if it has none.
 */
export function holds(control: Control, value: unknown): boolean {
  if ('handle' in control) return false
  const target = control.value
  switch (control.condition ?? '==') {
    case '!=':
    case '<>':
      return !isEqual(value, target)
    case '>':
      return compare(value, target, (a, b) => a > b)
    case '>=':
      return compare(value, target, (a, b) => a >= b)
    case '<':
      return compare(value, target, (a, b) => a < b)
    case '<=':
      return compare(value, target, (a, b) => a <= b)
    case 'in':
      return includes(target, value)
    case 'notIn':
      return !includes(target, value)
    case 'on':
      return includes(value, target)
    case 'notOn':
      return !includes(value, target)
    case 'between':
      return isBetween(value, target)
    case 'notBetween':
      // A missing value is neither inside nor outside the range.
      return !isMissing(value) && Array.isArray(target) && !isBetween(value, target)
    case 'empty':
      return isMissing(value)
    case 'notEmpty':
      return !isMissing(value)
    case 'pattern':
      return matches(value, target)
    default:
      return isEqual(value, target)
  }
}

/** Whether two values are equal as JSON; the order of keys is ignored. */
function isEqual(value: unknown, target: unknown): boolean {
  if (typeof value === 'string' && typeof target === 'number') return value === String(target)
  if (typeof value === 'number' && typeof target === 'string')
    return target.trim() !== '' && value === Number(target)
  if (typeof value === 'string' && typeof target === 'string') return toSortable(value) === toSortable(target)
  return value === target || (typeof value === 'object' && sortedText(value) === sortedText(target))
}
const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_, v: unknown) =>
    typeof v === 'object' && v !== null && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  ) ?? ''

/** Compares as numbers if both can be read as numbers, else as texts, which also orders dates. */
function compare(
  value: unknown,
  target: unknown,
  is: (a: number | string, b: number | string) => boolean,
): boolean {
  if (isMissing(value) || isMissing(target)) return false
  if (![value, target].every((v) => typeof v === 'number' || typeof v === 'string')) return false
  const [a, b] = [Number(value), Number(target)]
  if (!Number.isNaN(a) && !Number.isNaN(b)) return is(a, b)
  if (typeof value !== 'string' || typeof target !== 'string') return false
  return is(toSortable(value), toSortable(target))
}

const isBetween = (value: unknown, target: Json | undefined): boolean =>
  Array.isArray(target) &&
  compare(value, target[0], (a, b) => a > b) &&
  compare(value, target[1], (a, b) => a < b)

/** Whether a text includes a substring, or an array an item. */
function includes(whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole)) return whole.some((item) => isEqual(item, part))
  return typeof whole === 'string' && (typeof part === 'string' || typeof part === 'number')
    ? whole.includes(String(part))
    : false
}

function matches(value: unknown, target: unknown): boolean {
  if (typeof target !== 'string' || (typeof value !== 'string' && typeof value !== 'number')) return false
  const compiled = compilePattern(target)
  return 'pattern' in compiled && compiled.pattern.matches(String(value))
}
