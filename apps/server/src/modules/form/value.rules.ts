import type { ValueKind } from '@portal/form-kit/components/component'
import { findAsking } from '@portal/form-kit/components/components'
import type { Form, Json, Rule, RuleItem } from '@portal/form-kit/form/form'
import { listRules, findRowRules } from '@portal/form-kit/form/inner'
import { isObject, pathTo } from '@portal/form-kit/form/scan'

// Walks over values by the rules they answer, including the rows of groups and tables, and rows within those.
// Values need not be validated.

export type Fields = { [field: string]: Json }

/** One value of a field. Rows are not places themselves; the walk descends into them. */
export interface Place {
  rule: Rule
  kind: ValueKind
  /** Its path in the answer: `samples[2].photo`. */
  path: string
  value: Json
}
type Change = (place: Place) => Json

/** The rules of a scope that ask for a value. */
export const listAsking = (items: RuleItem[]): { rule: Rule; field: string; kind: ValueKind }[] =>
  listRules(items, '').flatMap(({ rule }) => {
    const kind = findAsking(rule)?.value
    return kind && rule.field ? [{ rule, field: rule.field, kind }] : []
  })

/** A copy with each value replaced by `change`; values without a rule stay. */
export const mapValues = (form: Form, values: Fields, change: Change): Fields =>
  mapFields(form.rule, values, change, '')

function mapFields(items: RuleItem[], values: Fields, change: Change, path: string): Fields {
  const changed = { ...values }
  for (const { rule, field, kind } of listAsking(items))
    if (Object.hasOwn(values, field))
      changed[field] = mapValue(
        { rule, kind, value: values[field] ?? null, path: pathTo(path, field) },
        change,
      )
  return changed
}

export function mapValue(place: Place, change: Change): Json {
  const { rule, kind, value, path } = place
  if (kind === 'object') return mapRow(rule, value, change, path)
  if (kind !== 'rows') return change(place)
  return Array.isArray(value) ? value.map((row, i) => mapRow(rule, row, change, pathTo(path, i))) : value
}

function mapRow(rule: Rule, value: Json, change: Change, path: string): Json {
  const row = findRowRules(rule)
  if (!row) return value
  const [first] = row.single ? listAsking(row.rules) : []
  if (first) return mapValue({ rule: first.rule, kind: first.kind, value, path }, change)
  // A JSON value that is neither null nor an array is an object here.
  return isObject(value) ? mapFields(row.rules, value as Fields, change, path) : value
}

/** All values of these kinds. */
export function listPlaces(form: Form, values: Fields, kinds: readonly ValueKind[]): Place[] {
  const found: Place[] = []
  mapValues(form, values, (place) => {
    if (kinds.includes(place.kind)) found.push(place)
    return place.value
  })
  return found
}

/** All rules, including those of rows. */
export const listAllRules = (items: RuleItem[]): Rule[] =>
  listRules(items, '').flatMap(({ rule }) => [rule, ...listAllRules(findRowRules(rule)?.rules ?? [])])
