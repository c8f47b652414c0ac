import type { ValueKind } from '@portal/form-kit/components/component'
import { findAsking } from '@portal/form-kit/components/components'
import type { Form, Json, Rule, RuleItem } from '@portal/form-kit/form/form'
import { listRules, findRowRules } from '@portal/form-kit/form/inner'
import { isObject, pathTo } from '@portal/form-kit/form/scan'

// A walk over values by the rules they answer: what is in a form, in the rows of its groups and tables, and
// in the rows of those. It takes values as they come, judged or not.

export type Fields = { [field: string]: Json }

/** One value of a field, rows aside: those are walked through. */
export interface Place {
  rule: Rule
  kind: ValueKind
  /** Where it stands in the answer: `samples[2].photo`. */
  path: string
  value: Json
}
type Change = (place: Place) => Json

/** The rules of a scope that ask for something. */
export const listAsking = (items: RuleItem[]): { rule: Rule; field: string; kind: ValueKind }[] =>
  listRules(items, '').flatMap(({ rule }) => {
    const kind = findAsking(rule)?.value
    return kind && rule.field ? [{ rule, field: rule.field, kind }] : []
  })

/** A copy with each value as `change` gives it; what the rules do not name stays. */
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
  // What is no array and not null is an object of JSON.
  return isObject(value) ? mapFields(row.rules, value as Fields, change, path) : value
}

/** Every value of these kinds. */
export function listPlaces(form: Form, values: Fields, kinds: readonly ValueKind[]): Place[] {
  const found: Place[] = []
  mapValues(form, values, (place) => {
    if (kinds.includes(place.kind)) found.push(place)
    return place.value
  })
  return found
}

/** Every rule there is, those of rows among them. */
export const listAllRules = (items: RuleItem[]): Rule[] =>
  listRules(items, '').flatMap(({ rule }) => [rule, ...listAllRules(findRowRules(rule)?.rules ?? [])])
