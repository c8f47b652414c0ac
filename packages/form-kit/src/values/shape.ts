import { isMissing } from '../check/check.ts'
import { makeMessage, findTitle } from '../check/title.ts'
import { isColour, isDate, isTime, parseNumber } from '../check/types.ts'
import type { Component, ValueKind } from '../components/component.ts'
import { isMany, isPair } from '../components/components.ts'
import type { Json, JsonObject, Rule } from '../form/form.ts'
import { limits } from '../form/limits.ts'
import { isObject } from '../form/scan.ts'
import { words } from '../words.ts'
import type { Read } from './choice.ts'
import { readChoice } from './choice.ts'

type Asking = Component & { value: NonNullable<Component['value']> }

const LONGEST_TEXT = 20_000

/**
 * Reads a submitted value as a value of its component, within the component's settings. Rows are read in
 * read.ts, and the caller excludes missing values.
 */
export function readShape(rule: Rule, component: Asking, value: Json): Read {
  const props = rule.props ?? {}
  const bad = { message: words.badFormat(findTitle(rule)) }
  if (component.options) return readChoice(rule, component, value)
  if (isPair(component, props)) return readPair(rule, component, value) ?? bad
  if (isMany(component, props)) return readMany(rule, component, value) ?? bad
  return readOne(rule, component.value, value) ?? bad
}

function readPair(rule: Rule, component: Asking, value: Json): Read | null {
  if (!Array.isArray(value) || value.length !== 2) return null
  const [from, to] = value.map((item) => readOne(rule, component.value, item))
  if (!from || !to) return null
  if ('message' in from) return from
  if ('message' in to) return to
  // Days and times are written from the largest part to the smallest, so comparing their texts orders them.
  const inOrder = String(from.value).padStart(20) <= String(to.value).padStart(20)
  const rightWay = component.value === 'number' ? parseNumber(from.value) <= parseNumber(to.value) : inOrder
  return rightWay ? { value: [from.value, to.value] } : null
}

function readMany(rule: Rule, component: Asking, value: Json): Read | null {
  if (!Array.isArray(value)) return null
  const { multipleLimit } = rule.props ?? {}
  const drawn = typeof multipleLimit === 'number' && multipleLimit > 0 ? multipleLimit : Infinity
  const most = component.value === 'person' ? Math.min(drawn, limits.people) : drawn
  if (value.length > most) return { message: words.manyRows(findTitle(rule), most) }
  const read = value.map((item) => readOne(rule, component.value, item))
  const found = read.flatMap((r) => (r && 'value' in r ? [r.value] : []))
  return found.length === value.length && new Set(found).size === found.length ? { value: found } : null
}

function readOne(rule: Rule, kind: ValueKind, value: Json): Read | null {
  switch (kind) {
    case 'text':
      return readText(rule, value)
    case 'number':
      return readNumber(rule, value)
    case 'boolean':
      return readSwitch(rule.props ?? {}, value)
    case 'date':
      return isDate(value) ? { value } : null
    case 'time':
      return isTime(value) ? { value } : null
    case 'colour':
      return isColour(value) ? { value } : null
    case 'html':
      return typeof value === 'string' ? { value } : null
    case 'person':
      return isIdentity(value) ? { value } : null
    case 'files':
      return readFiles(rule, value)
    case 'any':
      return { value }
    default:
      // Choices and rows are read by other functions, which know their options and fields.
      return null
  }
}

const isIdentity = (value: Json): boolean =>
  (typeof value === 'string' && !isMissing(value) && value.length <= 100) || Number.isSafeInteger(value)

function readText(rule: Rule, value: Json): Read | null {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return null
  const { maxlength, minlength } = rule.props ?? {}
  const most = Math.min(typeof maxlength === 'number' ? maxlength : LONGEST_TEXT, LONGEST_TEXT)
  const length = text.length > LONGEST_TEXT ? text.length : [...text].length
  if (length > most) return { message: words.longText(findTitle(rule), most) }
  if (typeof minlength === 'number' && length < minlength)
    return { message: words.shortText(findTitle(rule), minlength) }
  return { value: text }
}

function readNumber(rule: Rule, value: Json): Read | null {
  const number = parseNumber(value)
  if (Number.isNaN(number)) return null
  const { min, max, precision, step, stepStrictly, allowHalf } = rule.props ?? {}
  const [least, most] = listBounds(rule.type, min, max)
  // The tolerance is that of rounding in a product or quotient. A larger one would hide the decimals of large
  // amounts.
  const isWhole = (x: number): boolean =>
    Math.abs(x - Math.round(x)) <= 4 * Number.EPSILON * Math.max(1, Math.abs(x))
  const fits =
    number >= least &&
    number <= most &&
    (typeof precision !== 'number' || isWhole(number * 10 ** precision)) &&
    (stepStrictly !== true || typeof step !== 'number' || step <= 0 || isWhole(number / step)) &&
    (!/^(?:el-?)?rate$/i.test(rule.type) || isWhole(number * (allowHalf === true ? 2 : 1)))
  return fits ? { value: number } : { message: makeMessage(rule, false) }
}

/** The default bounds: 0 to 100 for a slider, 0 to 5 for a rate, none for a number box. */
function listBounds(type: string, min: Json | undefined, max: Json | undefined): [number, number] {
  const kind = type.toLowerCase().replace(/^el-?|^a-/, '')
  const [least, most] = kind === 'slider' ? [0, 100] : kind === 'rate' ? [0, 5] : [-Infinity, Infinity]
  return [typeof min === 'number' && kind !== 'rate' ? min : least, typeof max === 'number' ? max : most]
}

function readSwitch({ activeValue = true, inactiveValue = false }: JsonObject, value: Json): Read | null {
  const found = [activeValue, inactiveValue].find((v) => JSON.stringify(v) === JSON.stringify(value))
  return found === undefined ? null : { value: found }
}

const FILE_KEYS = 20
/** Reads file addresses, or `{ name, url }` with keys of the file service; addresses are local or http(s). */
function readFiles(rule: Rule, value: Json): Read | null {
  const files = Array.isArray(value) ? value : [value]
  const limit = rule.props?.['limit']
  if (typeof limit === 'number' && limit > 0 && files.length > limit)
    return { message: words.manyRows(findTitle(rule), limit) }
  const isFile = (file: Json): boolean => {
    if (typeof file === 'string') return isFileAddress(file)
    if (!isObject(file) || Object.keys(file).length > FILE_KEYS) return false
    return isFileAddress(file['url']) && Object.values(file).every((v) => typeof v !== 'object' || v === null)
  }
  return files.every(isFile) ? { value: files } : null
}
const isFileAddress = (url: unknown): boolean =>
  typeof url === 'string' && url.length <= 2_048 && /^(?:\/(?!\/)|https?:\/\/)[^\s\\]*$/i.test(url)
