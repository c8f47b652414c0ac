import { findComponent } from '../components/components.ts'
import type { Json, JsonObject, Rule } from '../form/form.ts'
import { limits } from '../form/limits.ts'
import { isObject } from '../form/scan.ts'
import { words } from '../words.ts'

// Where options come from, and the shape of an option. This file fetches nothing.

export interface Option {
  value: Json
  label: string
  disabled: boolean
  children: Option[]
}

/**
 * The description of an interface that gives options. `parse` is the text of a function, which must run in a
 * sandbox. Without it the options are the answer's `data`.
 */
export interface FetchConfig {
  action: string
  method: 'GET' | 'POST'
  /** For POST only; `formData` by default. */
  dataType?: 'json' | 'formData'
  data: JsonObject
  headers: JsonObject
  parse: string
  /** Where the options are stored: `options`, or a path in the rule. */
  to: string
}

/** `static` options are pairs of label and value, `json` ones may have more, `interface` ones are fetched. */
export type OptionSource =
  | { kind: 'static' | 'json'; options: Option[] }
  | { kind: 'interface'; fetch: FetchConfig }

/** The interface of a rule; `null` if it has none, or one without an address. */
export function findFetch(rule: Rule): FetchConfig | null {
  const said = rule.effect?.['fetch'] ?? rule['fetch']
  // A plain text is the address of an interface.
  const fetch = typeof said === 'string' ? { action: said } : said
  if (!isObject(fetch)) return null
  const textAt = (key: string): string => (typeof fetch[key] === 'string' ? fetch[key] : '')
  const objectAt = (key: string): JsonObject => (isObject(fetch[key]) ? (fetch[key] as JsonObject) : {})
  const action = textAt('action').trim()
  if (action === '') return null
  const method = textAt('method').toUpperCase() === 'POST' ? 'POST' : 'GET'
  const dataType = textAt('dataType').toLowerCase() === 'json' ? 'json' : 'formData'
  return {
    action,
    method,
    ...(method === 'POST' ? { dataType } : {}),
    data: objectAt('data'),
    headers: objectAt('headers'),
    parse: textAt('_parse') || textAt('parse'),
    to: textAt('to') || rule.optionsTo || findPlace(rule),
  }
}

/** A Chinese sentence if an interface cannot be called; `null` if it can. */
export const judgeFetch = (fetch: { action?: unknown }): string | null =>
  typeof fetch.action === 'string' && fetch.action.trim() !== '' ? null : words.noAddress

const findPlace = (rule: Rule): string => findComponent(rule.type)?.options ?? 'options'

/** Where the options of a rule come from; `null` for a component that has none. */
export function findOptionSource(rule: Rule): OptionSource | null {
  const component = findComponent(rule.type)
  if (!component?.options) return null
  const fetch = findFetch(rule)
  if (fetch) return { kind: 'interface', fetch }
  const { optionsTo } = rule
  // `parseForm` does not judge its type.
  const place = typeof optionsTo === 'string' && optionsTo !== '' ? optionsTo : component.options
  const listed = readPath(rule, place) ?? readPath(rule, component.options) ?? rule.options
  const items = Array.isArray(listed) ? (listed as Json[]) : []
  const options = items.flatMap((item) => findOption(item, rule))
  const isPlain = items.every((item) => isObject(item) && Object.keys(item).every((key) => PAIR.has(key)))
  return { kind: isPlain ? 'static' : 'json', options }
}
const PAIR = new Set(['label', 'value', 'disabled'])

/** The key under which a component stores the value of an option. */
function findValueKey(rule: Rule): string {
  const kind = findComponent(rule.type)?.kind
  const { nodeKey } = rule.props ?? {}
  if (kind === 'tree') return typeof nodeKey === 'string' && nodeKey !== '' ? nodeKey : 'id'
  return kind === 'transfer' ? 'key' : 'value'
}

/**
 * An option counts if both its label and its value are filled in. A group without a value is replaced by its
 * options.
 */
function findOption(item: Json, rule: Rule): Option[] {
  if (!isObject(item)) return []
  const within = ['options', 'children'].flatMap((key) =>
    Array.isArray(item[key]) ? (item[key] as Json[]).flatMap((inner) => findOption(inner, rule)) : [],
  )
  const value = item[findValueKey(rule)] ?? item['value']
  const label = item['label'] ?? item['title']
  if (value == null || value === '') return within
  if ((typeof label !== 'string' && typeof label !== 'number') || label === '') return []
  return [
    { value: value as Json, label: String(label), disabled: item['disabled'] === true, children: within },
  ]
}

/** All options in one list, parents before children. */
export const flattenOptions = (options: Option[]): Option[] =>
  options.flatMap((option) => [option, ...flattenOptions(option.children)])

/** The value at a path such as `a.b[0]`; `undefined` if there is none. Inherited names are not found. */
export function readPath(value: unknown, path: string): unknown {
  let found = value
  for (const step of path.split(/[.[\]]+/).filter((s) => s !== '')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined
    found = (found as Record<string, unknown>)[step]
  }
  return found
}

/**
 * Reads options from the answer of an interface.
 *
 * @param path Where the options are in the answer; by default its `data`.
 * @returns At most 5,000 options, or a Chinese sentence why there are none. Texts and numbers are their own
 *   labels.
 */
export function readOptions(
  rule: Rule,
  answer: unknown,
  path = 'data',
): { options: Option[] } | { message: string } {
  const items = path === '' ? answer : readPath(answer, path)
  if (!Array.isArray(items) || items.length > limits.options) return { message: words.badAnswer }
  const options = (items as Json[]).flatMap((item): Option[] =>
    typeof item === 'string' || typeof item === 'number'
      ? [{ value: item, label: String(item), disabled: false, children: [] }]
      : findOption(item, rule),
  )
  return { options }
}
