import {
  layoutSchema,
  type Derivation,
  type Layout,
  type LayoutField,
  type LayoutTable,
} from '@portal/contract/ministry-report/layout'
import { parseAnything } from '../../kernel/parse.rules.ts'

export type Read = { layout: Layout } | { faults: { place: string; message: string }[] }
const MOST_FAULTS = 50

/** Reads an uploaded layout; up to MOST_FAULTS faults are reported with their place in the file. */
export function readLayout(text: string): Read {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (e) {
    const where = /position (\d+)/.exec((e as Error).message)?.[1]
    const line = where === undefined ? null : text.slice(0, Number(where)).split('\n').length
    const at = line === null ? '' : `，第 ${line} 行附近`
    return { faults: [{ place: '', message: `不是正确的 JSON${at}` }] }
  }
  const read = parseAnything(layoutSchema, json)
  if (read.success) return { layout: read.data }
  const faults = read.error.issues.map((i) => ({
    place: findPlace(json, i.path),
    message: chinese(i.message),
  }))
  return { faults: faults.slice(0, MOST_FAULTS) }
}
const chinese = (message: string) => (/[\u4e00-\u9fff]/.test(message) ? message : '内容不正确')

/**
 * Place of a fault in words that people can find in the file: the keys, with number and name of list items.
 */
function findPlace(json: unknown, path: readonly PropertyKey[]): string {
  const words: string[] = []
  let at = json as Record<PropertyKey, unknown> | undefined
  for (const key of path) {
    const inside = at?.[key] as Record<PropertyKey, unknown> | undefined
    if (typeof key === 'number') {
      const name = inside?.['tab'] ?? inside?.['name']
      words[words.length - 1] =
        `${words.at(-1) ?? ''} 第 ${key + 1} 项${typeof name === 'string' ? ` ${name}` : ''}`
    } else words.push(String(key))
    at = inside
  }
  return words.join(' → ')
}

export const findField = (table: LayoutTable, name: string): LayoutField | undefined =>
  table.fields.find((f) => f.name === name)
/** The field that takes this value of the platform. */
export const fieldFrom = (table: LayoutTable | undefined, from: Derivation): LayoutField | undefined =>
  table?.fields.find((f) => f.from === from)
/** The row's cell for this value, whatever the layout calls the field; '' if there is none. */
export const cellFrom = (
  table: LayoutTable | undefined,
  from: Derivation,
  cells: Readonly<Record<string, string>>,
): string => cells[fieldFrom(table, from)?.name ?? ''] ?? ''
/** The ministry's code for a word of the platform; '' for a word without a code. */
export const mapped = (field: LayoutField, word: string | null): string =>
  word === null ? '' : Object.keys(field.map).length === 0 ? word : (field.map[word] ?? '')
/** The key that identifies a row within its table. */
export const makeKey = (table: LayoutTable, cells: Readonly<Record<string, string>>): string =>
  table.key.map((name) => cells[name] ?? '').join('\u001F')
/** The key and name of a row, for people to read. */
export const nameOfRow = (table: LayoutTable, cells: Readonly<Record<string, string>>): string => {
  const said = [...table.key, 'name'].flatMap((name) => cells[name] || [])
  return [...new Set(said)].join(' ')
}
