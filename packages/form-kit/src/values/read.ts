import { checkValue, isMissing } from '../check/check.ts'
import { findTitle } from '../check/title.ts'
import { findAsking } from '../components/components.ts'
import type { ShownRule, Values } from '../control/show.ts'
import { flatten, showRow, showRules } from '../control/show.ts'
import type { Form, Json, Rule, RuleItem } from '../form/form.ts'
import { listRules, findRowRules } from '../form/inner.ts'
import { limits } from '../form/limits.ts'
import { copyPlain, isObject, pathTo } from '../form/scan.ts'
import { words } from '../words.ts'
import { findDefault } from './defaults.ts'
import { readShape } from './shape.ts'

// A submission is judged by the form alone. Fields that the form does not have are refused. Fields that it
// does not show are dropped, since a browser still holds what was typed before a field disappeared. Values of
// fields that cannot be typed into are never taken from the submission.

export interface AnswerFault {
  /** The field's name, without the rows around it; empty for the answer as a whole. */
  field: string
  /** Where in the answer: `samples[2].mass`. */
  path: string
  message: string
}
export type Answer =
  | { values: { [field: string]: Json }; faults: readonly [] }
  | { values: null; faults: AnswerFault[] }

/**
 * Reads the values of a form from a submission.
 *
 * @param raw An object of fields. Text that is a number becomes one; a choice becomes the option's own value.
 * @param before An earlier answer to the form. Fields that cannot be typed into now (disabled and hidden
 *   ones) keep its values, and stay empty where it left them empty. Without it, and where it did not show
 *   them, they get their defaults. Disabled cells of rows always do, since rows have no identity.
 * @returns Values of the fields that are shown and filled in, or at most 100 faults with Chinese sentences,
 *   in the order of the form. Never throws.
 */
export function readValues(form: Form, raw: unknown, before?: Values): Answer {
  const copied = isObject(raw) ? copyPlain(raw, limits.answer) : null
  if (!copied) return refuse([{ field: '', path: '', message: words.notAnswer }])
  if ('fault' in copied) return refuse([{ field: '', ...copied.fault }])
  const reading: Reading = { faults: [], looks: 0 }
  const values = readScope(
    { items: form.rule, show: (at) => showRules(form, at), path: '', before },
    copied.value as Fields,
    reading,
  )
  if (reading.looks > limits.looks) return refuse([{ field: '', path: '', message: words.longAnswer }])
  return reading.faults.length > 0 ? refuse(reading.faults.slice(0, limits.faults)) : { values, faults: [] }
}

/** The rules shown while a form is filled in, and the values they are shown at. */
export type Filling = { shown: ShownRule[]; values: Values }
/**
 * What a form shows while it is filled in. A field that becomes disabled gets its earlier value back, as in
 * `readValues`, and what was typed before is ignored.
 */
export const showFilling = (form: Form, typed: Values, before?: Values): Filling =>
  settleFixed(
    { items: form.rule, show: (at) => showRules(form, at), path: '', before },
    typed as Fields,
    () => true,
  )
/** The same for one row of a group, table or sub-form. */
export const showFillingRow = (rule: Rule, path: string, typed: Values): Filling =>
  settleFixed(
    { items: [], show: (at) => showRow(rule, path, at), path: '', before: undefined },
    typed as Fields,
    () => true,
  )

const refuse = (faults: AnswerFault[]): Answer => ({ values: null, faults })

/** One scope of fields: a form, or one row of a group. */
interface Scope {
  items: RuleItem[]
  show: (values: Values) => ShownRule[]
  path: string
  before: Values | undefined
}
type Fields = { [field: string]: Json }
/** The faults found so far, and the number of rules evaluated. */
interface Reading {
  readonly faults: AnswerFault[]
  looks: number
}
/** Past either limit, reading stops: the answer is refused and further faults would be dropped. */
const isOver = ({ faults, looks }: Reading): boolean => looks > limits.looks || faults.length >= limits.faults

function readScope(scope: Scope, raw: Fields, reading: Reading): Fields {
  if (isOver(reading)) return {}
  const places = listRules(scope.items, '')
  const asking = new Set(places.flatMap(({ rule }) => (findAsking(rule) && rule.field ? [rule.field] : [])))
  // Sorted by name, so that the order of the submission does not matter.
  for (const field of Object.keys(raw).toSorted())
    if (!asking.has(field)) reading.faults.push(tellUnknown(scope.path, field.slice(0, limits.field)))
  const { shown, values: given } = settleFixed(scope, raw, () => {
    reading.looks += places.length
    return reading.looks <= limits.looks
  })
  const values: Fields = {}
  for (const state of flatten(shown)) {
    const { rule } = state
    const field = rule.field ?? ''
    if (!asking.has(field) || !findAsking(rule) || isOver(reading)) continue
    const value = given[field] ?? null
    const read = isFixed(state) ? value : readField(state, value, pathTo(scope.path, field), reading)
    if (!isMissing(read)) values[field] = read
  }
  return values
}

const tellUnknown = (path: string, field: string): AnswerFault => ({
  field,
  path: pathTo(path, field),
  message: words.notOfForm(field),
})

/** Whether a field cannot be typed into: it is disabled or hidden, and the form supplies its value. */
const isFixed = ({ rule, disabled }: ShownRule): boolean => disabled || findAsking(rule)?.value === 'any'

/** The fields that an answer left empty: it shows them, and has no value for them. */
export const listEmptied = (form: Form, answer: Values): ReadonlySet<string> =>
  findEmptied(showRules(form, answer), answer)
const findEmptied = (shown: ShownRule[], answer: Values): Set<string> =>
  new Set(
    flatten(shown).flatMap(({ rule }) => {
      const { field = '' } = rule
      const value = Object.hasOwn(answer, field) ? answer[field] : undefined
      // Nobody can empty a hidden field.
      return isMissing(value) && findAsking(rule)?.value !== 'any' ? [field] : []
    }),
  )

/**
 * The shown rules, and the values they are shown at. A field that turns out to be fixed gets its earlier
 * value or its default, which may fix or show others. A fixed field stays fixed, so the loop ends.
 */
function settleFixed(
  { show, before }: Scope,
  raw: Fields,
  mayLook: () => boolean,
): { shown: ShownRule[]; values: Fields } {
  const values = { ...raw }
  const fixed = new Set<string>()
  const emptied = before && findEmptied(show(before), before)
  for (;;) {
    if (!mayLook()) return { shown: [], values }
    const shown = show(values)
    const closed = flatten(shown).filter((state) => isFixed(state) && findAsking(state.rule) !== null)
    const fresh = closed.filter(({ rule }) => !fixed.has(rule.field ?? ''))
    if (fresh.length === 0) return { shown, values }
    for (const { rule } of fresh) {
      const field = rule.field ?? ''
      fixed.add(field)
      const kept = before && Object.hasOwn(before, field) ? before[field] : undefined
      const own = kept ?? (emptied?.has(field) ? undefined : findDefault(rule))
      if (own === undefined) delete values[field]
      else values[field] = own
    }
  }
}

/** Reads one field: first its shape, then its entries. After a fault the returned value is not used. */
function readField(state: ShownRule, value: Json, path: string, reading: Reading): Json {
  const { rule } = state
  const field = rule.field ?? ''
  const component = findAsking(rule)
  const tell = (message: string): void => void reading.faults.push({ field, path, message })
  // The user cannot fill in an invisible field, so it is not required; a value it has is still checked.
  const required = state.required && state.visible
  if (!component || isMissing(value)) {
    if (state.visible) for (const sentence of checkValue(rule, value, 'submit', required)) tell(sentence)
    return null
  }
  const told = reading.faults.length
  let read = value
  if (component.value === 'rows') read = readRows(state, value, path, reading)
  else if (component.value === 'object') read = readRow(state, value, path, reading)
  else {
    const shaped = readShape(rule, component, value)
    if ('message' in shaped) tell(shaped.message)
    else read = shaped.value
  }
  if (reading.faults.length === told)
    for (const sentence of checkValue(rule, read, 'submit', required)) tell(sentence)
  return read
}

function readRows(state: ShownRule, value: Json, path: string, reading: Reading): Json {
  const { rule } = state
  const { min, max } = rule.props ?? {}
  const title = findTitle(rule)
  const tell = (message: string): Json => {
    reading.faults.push({ field: rule.field ?? '', path, message })
    return []
  }
  if (!Array.isArray(value)) return tell(words.badFormat(title))
  const most = typeof max === 'number' && max > 0 ? Math.min(max, limits.rows) : limits.rows
  if (value.length > most) return tell(words.manyRows(title, most))
  if (typeof min === 'number' && value.length < min) return tell(words.fewRows(title, min))
  return value.map((row, i) => readRow(state, row, pathTo(path, i), reading))
}

/** Reads one row: an object of its fields, or only the value of its first field. */
function readRow({ rule, path: at }: ShownRule, value: Json, path: string, reading: Reading): Json {
  const row = findRowRules(rule)
  if (!row) return null
  const first = row.single
    ? listRules(row.rules, '').find(({ rule: r }) => findAsking(r))?.rule.field
    : undefined
  const fields = row.single && first ? { [first]: value } : value
  if (!isObject(fields)) {
    reading.faults.push({ field: rule.field ?? '', path, message: words.badFormat(findTitle(rule)) })
    return null
  }
  const scope = { items: row.rules, show: (v: Values) => showRow(rule, at, v), path, before: undefined }
  const values = readScope(scope, fields as Fields, reading)
  return row.single && first ? (values[first] ?? null) : values
}
