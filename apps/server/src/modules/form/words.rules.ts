import { findTitle } from '@portal/form-kit/check/title'
import { findAsking, isPair } from '@portal/form-kit/components/components'
import type { Form, Json, JsonObject, Rule } from '@portal/form-kit/form/form'
import { findRowRules } from '@portal/form-kit/form/inner'
import { isObject } from '@portal/form-kit/form/scan'
import { findOptionSource, type Option } from '@portal/form-kit/options/options'
import { words } from '@portal/form-kit/words'
import { listAsking, type Fields } from './value.rules.ts'

// Answers in words: a line of a list, a cell of a spreadsheet.

export interface Saying {
  /** Names of the people in the values. */
  names: ReadonlyMap<number, string>
  /** Converts rich text to plain text. */
  plain: (html: string) => string
}

const scalar = (value: Json): string =>
  typeof value === 'object' ? (value === null ? '' : JSON.stringify(value)) : String(value)
const listValues = (value: Json): Json[] => (Array.isArray(value) ? value : [value])

const isSame = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)
/** Options stored in the form itself; those of an interface are not known here. */
function listOptions(rule: Rule): Option[] {
  const source = findOptionSource(rule)
  return source && source.kind !== 'interface' ? source.options : []
}
const allOptions = (options: Option[]): Option[] => options.flatMap((o) => [o, ...allOptions(o.children)])

/** The labels along a path, looked up level by level, because two levels may have equal values. */
function sayPath(options: Option[], path: Json): string {
  let level = options
  const labels = listValues(path).map((step) => {
    const option = level.find((o) => isSame(o.value, step))
    level = option?.children ?? []
    return option?.label ?? scalar(step)
  })
  return labels.join(' / ')
}

function switchWord({ activeValue = true, activeText, inactiveText }: JsonObject, value: Json): string {
  const isOn = isSame(value, activeValue)
  const said = isOn ? activeText : inactiveText
  return typeof said === 'string' && said !== '' ? said : isOn ? '是' : '否'
}

const fileName = (file: Json): string =>
  isObject(file) && typeof file['name'] === 'string'
    ? file['name']
    : scalar(isObject(file) ? (file['url'] ?? '') : file)

/** A value as people read it. */
export function sayValue(rule: Rule, value: Json, saying: Saying): string {
  const component = findAsking(rule)
  const props = rule.props ?? {}
  if (!component || value === null) return ''
  switch (component.value) {
    case 'boolean':
      return switchWord(props, value)
    case 'choice':
    case 'choices': {
      const options = allOptions(listOptions(rule))
      return listValues(value)
        .map((v) => options.find((o) => isSame(o.value, v))?.label ?? scalar(v))
        .join('、')
    }
    case 'path': {
      const paths = listValues(value)
      const options = listOptions(rule)
      return paths.every(Array.isArray)
        ? paths.map((path) => sayPath(options, path)).join('、')
        : sayPath(options, value)
    }
    case 'files':
      return listValues(value).map(fileName).join('、')
    case 'person':
      return listValues(value)
        .map((id) => saying.names.get(Number(id)) ?? scalar(id))
        .join('、')
    case 'html':
      return saying.plain(scalar(value))
    case 'rows':
      return listValues(value)
        .map((row) => sayRow(rule, row, saying))
        .join('；')
    case 'object':
      return sayRow(rule, value, saying)
    default:
      return listValues(value)
        .map(scalar)
        .join(isPair(component, props) ? ' 至 ' : '、')
  }
}

function sayRow(rule: Rule, value: Json, saying: Saying): string {
  const row = findRowRules(rule)
  const asking = row ? listAsking(row.rules) : []
  const [first] = asking
  if (row?.single && first) return sayValue(first.rule, value, saying)
  if (!isObject(value)) return ''
  return sayFields(asking, value as Fields, saying).join('，')
}

/** The title of a field, or its name if it has no title. */
export function nameField(rule: Rule): string {
  const title = findTitle(rule)
  return title === words.thisItem ? (rule.field ?? title) : title
}

const sayFields = (asking: { rule: Rule; field: string }[], values: Fields, saying: Saying): string[] =>
  asking.flatMap(({ rule, field }) => {
    const said = Object.hasOwn(values, field) ? sayValue(rule, values[field] ?? null, saying) : ''
    return said === '' ? [] : [`${nameField(rule)}：${said}`]
  })

const SUMMARY_FIELDS = 3
const SUMMARY_LENGTH = 200
/** The first three filled fields in words, for a list; at most 200 characters. */
export function summarize(form: Form, values: Fields, saying: Saying): string {
  const said = sayFields(listAsking(form.rule), values, saying).slice(0, SUMMARY_FIELDS)
  const line = [...said.join('；').replace(/\s+/g, ' ')]
  return line.length > SUMMARY_LENGTH ? `${line.slice(0, SUMMARY_LENGTH - 1).join('')}…` : line.join('')
}

/** One answer in a column; numbers stay numbers. Null: not filled in, or not asked in that version. */
export function sayCell(
  { rules }: Column,
  field: string,
  { given, version }: { given: Fields; version: number },
  saying: Saying,
): string | number | null {
  const rule = rules.get(version)
  const value = rule && Object.hasOwn(given, field) ? (given[field] ?? null) : null
  if (!rule || value === null) return null
  const isNumber = typeof value === 'number' && findAsking(rule)?.value === 'number'
  return isNumber ? value : sayValue(rule, value, saying)
}

export interface Column {
  header: string
  /** The rule of each version that has this field. */
  rules: Map<number, Rule>
}
/** The fields of the newest version, then those only older ones have. `versions`: newest first. */
export function listColumns(versions: readonly { version: number; form: Form }[]): Map<string, Column> {
  const columns = new Map<string, Column>()
  for (const { version, form } of versions)
    for (const { rule, field } of listAsking(form.rule)) {
      const column = columns.get(field) ?? { header: nameField(rule), rules: new Map<number, Rule>() }
      column.rules.set(version, rule)
      columns.set(field, column)
    }
  const taken = new Map<string, number>()
  for (const { header } of columns.values()) taken.set(header, (taken.get(header) ?? 0) + 1)
  // Fields with the same title are told apart by their names.
  for (const [field, column] of columns)
    if ((taken.get(column.header) ?? 0) > 1) column.header = `${column.header}（${field}）`
  return columns
}
