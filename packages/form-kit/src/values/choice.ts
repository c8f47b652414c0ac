import { findTitle } from '../check/title.ts'
import type { Component } from '../components/component.ts'
import { isMany } from '../components/components.ts'
import type { Json, Rule } from '../form/form.ts'
import { isObject } from '../form/scan.ts'
import type { Option } from '../options/options.ts'
import { findOptionSource, flattenOptions } from '../options/options.ts'
import { words } from '../words.ts'

// Values that are chosen from options. Options from an interface are not known here, so their values only
// need to be texts, numbers or booleans.

/** A value in its component's form, or a Chinese sentence why it is refused. */
export type Read = { value: Json } | { message: string }

const LONGEST_VALUE = 500

/** Reads a choice, a list of choices, or a path in a tree; returns the option's own value. */
export function readChoice(rule: Rule, component: Component, value: Json): Read {
  const source = findOptionSource(rule)
  const options = source && source.kind !== 'interface' ? source.options : null
  const many = component.value === 'choices' || isMany(component, rule.props ?? {})
  if (component.value === 'path') return readPaths(rule, options, value, many)
  const chosen = many ? value : [value]
  if (!Array.isArray(chosen)) return { message: words.badFormat(findTitle(rule)) }
  const counted = judgeCount(rule, chosen.length)
  if (many && counted) return { message: counted }
  const pool = options && flattenOptions(options)
  const found = chosen.map((item) => findValue(rule, pool, item))
  if (found.some((item) => item === undefined)) return { message: words.notOption(findTitle(rule)) }
  const values = found as Json[]
  if (new Set(values.map((v) => JSON.stringify(v))).size < values.length)
    return { message: words.badFormat(findTitle(rule)) }
  return { value: many ? values : (values[0] ?? null) }
}

const isPlain = (value: Json): boolean =>
  (typeof value === 'string' && value !== '' && value.length <= LONGEST_VALUE) ||
  typeof value === 'number' ||
  typeof value === 'boolean'

/** The value of the matching option; a text box gives text where the option has a number. */
function findValue(rule: Rule, options: Option[] | null, value: Json): Json | undefined {
  if (!options) return isPlain(value) ? value : undefined
  const option = options.find((o) => isSame(o.value, value))
  if (option) return option.disabled ? undefined : option.value
  return rule.props?.['allowCreate'] === true && isPlain(value) ? value : undefined
}
const isSame = (option: Json, value: Json): boolean =>
  typeof option === 'object' || typeof value === 'object'
    ? JSON.stringify(option) === JSON.stringify(value)
    : option === value ||
      (typeof option !== 'boolean' && typeof value !== 'boolean' && String(option) === String(value))

/** Checks `min` and `max` of a list of checkboxes, and `multipleLimit` of a select; 0 is no limit. */
function judgeCount(rule: Rule, count: number): string | null {
  const { min, max, multipleLimit } = rule.props ?? {}
  const most = [max, multipleLimit].find((limit) => typeof limit === 'number' && limit > 0)
  if (typeof most === 'number' && count > most) return words.manyRows(findTitle(rule), most)
  return typeof min === 'number' && count < min ? words.fewRows(findTitle(rule), min) : null
}

function readPaths(rule: Rule, options: Option[] | null, value: Json, many: boolean): Read {
  const title = findTitle(rule)
  const paths = many ? value : [value]
  if (!Array.isArray(paths)) return { message: words.badFormat(title) }
  const props = rule.props ?? {}
  const strict =
    props['changeOnSelect'] === true || (isObject(props['props']) && props['props']['checkStrictly'] === true)
  const found: Json[] = []
  for (const path of paths) {
    if (!Array.isArray(path) || path.length === 0 || !path.every(isPlain))
      return { message: words.badFormat(title) }
    const read = options ? follow(options, path, strict) : path
    if (!read) return { message: words.notOption(title) }
    found.push(read)
  }
  return { value: many ? found : (found[0] ?? null) }
}

/** The options' values along a path; `null` if it leaves the tree, or stops before a leaf and may not. */
function follow(options: Option[], path: Json[], mayStop: boolean): Json[] | null {
  let level = options
  const values: Json[] = []
  for (const step of path) {
    const option = level.find((o) => isSame(o.value, step))
    if (!option || option.disabled) return null
    values.push(option.value)
    level = option.children
  }
  return level.length === 0 || mayStop ? values : null
}
