import type { ValueType } from '../form/form.ts'
import { isObject } from '../form/scan.ts'

// What a value of each type is. The expressions here are our own and run on the built-in engine. None can
// match the same text in two ways, and lengths are bounded, so none can hang.

const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/i
const HEX = /^#?(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i
const NUMBER = /^[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})$/
const DATE =
  /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?)?$/
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/
const LONGEST_URL = 2_048

/** A value as a number. Text boxes give numbers as text, so text is parsed too. NaN if it is no number. */
export function parseNumber(value: unknown): number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : Number.NaN
  return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : Number.NaN
}

/** A day, month or year that exists, alone or with a time; or an instant in milliseconds. */
export function isDate(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) <= 8.64e15
  if (typeof value !== 'string' || value.length > 40) return false
  const [, year, month = '1', day = '1', hour = '0', minute = '0', second = '0'] = DATE.exec(value) ?? []
  if (year === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return false
  const at = new Date(Date.UTC(2000, 0, 1))
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  // `Date` turns a day that does not exist (31 April) into a later one, so month and day then differ.
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day)
}

/** A time of the day, with seconds or without. */
export function isTime(value: unknown): boolean {
  const [, hour, minute, second = '0'] = (typeof value === 'string' && TIME.exec(value)) || []
  return hour !== undefined && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
}

/**
 * A day or a time of the day as a text that sorts, whether its parts are written with one digit or two:
 * `2026/3/5 9:00` becomes `2026-03-05 09:00`. Any other text stays as it is.
 */
export function toSortable(text: string): string {
  if (!isDate(text) && !isTime(text)) return text
  const spelled = text.replaceAll('/', '-').replace('T', ' ')
  return spelled.replace(/(^|[- ])(\d)(?!\d)/g, (_, before: string, digit: string) => `${before}0${digit}`)
}

export const isColour = (value: unknown): boolean =>
  typeof value === 'string' && (HEX.test(value) || /^(?:rgb|hsl|hsv)a?\([\d\s.,%/]{1,60}\)$/.test(value))

function isUrl(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > LONGEST_URL || /\s/.test(value)) return false
  return /^(?:https?|ftp):\/\/[^/]/i.test(value) && URL.canParse(value)
}

/**
 * Whether a value is of a type. Numbers may be text, since a text box gives only text. A float may be whole,
 * since 5.0 and 5 are the same number.
 */
export function isOfType(type: ValueType, value: unknown): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'array':
      return Array.isArray(value)
    case 'number':
    case 'float':
      return !Number.isNaN(parseNumber(value))
    case 'integer':
      return Number.isInteger(parseNumber(value))
    case 'object':
      return isObject(value)
    case 'date':
      return isDate(value)
    case 'url':
      return isUrl(value)
    case 'hex':
      return typeof value === 'string' && HEX.test(value)
    case 'email':
      return typeof value === 'string' && value.length <= 254 && EMAIL.test(value)
    default:
      return true
  }
}
