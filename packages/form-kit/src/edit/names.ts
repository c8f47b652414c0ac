import { findComponent, plainType } from '../components/components.ts'
import type { Control, Form, Rule, RuleItem } from '../form/form.ts'
import { listControls, listRules, namedBy, findRowRules } from '../form/inner.ts'
import { limits } from '../form/limits.ts'
import { words } from '../words.ts'
import type { RuleId, Spot } from './list.ts'
import { changeRule, findSpot, findId, listIn, withList } from './list.ts'
import { mapRules } from './map.ts'

// Names of fields. A form is one scope of fields, and each group's row is its own. A new name is unique in
// the whole form, so that it need not change when its rule moves to another scope.

/** All fields of a form, including those of rows. */
function listFields(items: readonly RuleItem[]): string[] {
  return listRules([...items], '').flatMap(({ rule }) => {
    const rows = findRowRules(rule)
    return [...(rule.field ? [rule.field] : []), ...(rows ? listFields(rows.rules) : [])]
  })
}

/** Makes names that are neither used in the lists nor returned before: `input1`, `input2` … */
export function makeNamer(...lists: readonly (readonly RuleItem[])[]): (type: string) => string {
  const taken = new Set(lists.flatMap((list) => listFields(list)))
  return (type) => {
    const kind = findComponent(type)?.kind ?? plainType(type)
    const stem = kind.replace(/[\s.[\]]/g, '').slice(0, 40) || 'field'
    let n = 1
    while (taken.has(`${stem}${n}`)) n++
    taken.add(`${stem}${n}`)
    return `${stem}${n}`
  }
}

/** A copy of rules for this form, with new names for the fields that the form already has. */
export function copyFor(form: Form, rules: readonly Rule[]): Rule[] {
  return renameTaken(
    structuredClone([...rules]),
    new Set(listFields(form.rule)),
    makeNamer(form.rule, rules),
    true,
  )
}

/** Renames the fields of moved rules that clash with `beside`; the fields already there keep their names. */
export function fitNames(form: Form, rules: readonly Rule[], beside: readonly RuleItem[]): Rule[] {
  const taken = new Set(listRules([...beside], '').flatMap(({ rule }) => (rule.field ? [rule.field] : [])))
  return renameTaken(rules, taken, makeNamer(form.rule), false)
}

function renameTaken(
  rules: readonly Rule[],
  taken: ReadonlySet<string>,
  give: (type: string) => string,
  intoRows: boolean,
): Rule[] {
  const renamed = new Map<string, string>()
  const collect = (rule: Rule): Rule => {
    if (rule.field && taken.has(rule.field) && !renamed.has(rule.field))
      renamed.set(rule.field, give(rule.type))
    return rule
  }
  mapRules(rules, collect, intoRows)
  const named = (rule: Rule): Rule => renameControls(renameOwn(rule, renamed), renamed)
  return renamed.size === 0 ? [...rules] : [...mapRules(rules, named, intoRows)]
}

type Renamed = ReadonlyMap<string, string>
const renameOwn = (rule: Rule, renamed: Renamed): Rule => {
  const field = renamed.get(rule.field ?? '')
  return field === undefined ? rule : { ...rule, field }
}
/** Renames fields in a rule's controls, so that they keep naming the same rules. */
function renameControls(rule: Rule, renamed: Renamed): Rule {
  const controls = listControls(rule)
  const changed = controls.map((control) => renameIn(control, renamed))
  if (changed.every((control, i) => control === controls[i])) return rule
  return { ...rule, control: Array.isArray(rule.control) ? changed : (changed[0] ?? rule.control) } as Rule
}
function renameIn(control: Control, renamed: Renamed): Control {
  const names = namedBy(control)
  const isNamed = names.some((name) => renamed.has(name))
  const append = renamed.get(control.append ?? '')
  const prepend = renamed.get(control.prepend ?? '')
  if (!isNamed && append === undefined && prepend === undefined) return control
  return {
    ...control,
    ...(isNamed ? { rule: names.map((name) => renamed.get(name) ?? name) } : {}),
    ...(append === undefined ? {} : { append }),
    ...(prepend === undefined ? {} : { prepend }),
  }
}

/** The innermost group whose row contains the rule; `null` for the form itself. */
export const groupAround = (around: readonly Rule[]): Rule | null =>
  around.findLast((rule) => findRowRules(rule) !== null) ?? null
/** The rules whose field names must be unique together: those of the form, or of the group around. */
export function listScope(form: Form, { around }: Pick<Spot, 'around'>): readonly RuleItem[] {
  const group = groupAround(around)
  return group ? (listIn(group) ?? []) : form.rule
}

/** The rules that a rule's control may name: all others in the same form or row. */
export function listTargets(form: Form, id: RuleId): Rule[] {
  const spot = findSpot(form, id)
  if (!spot) return []
  const beside = listRules([...listScope(form, spot)], '').map(({ rule }) => rule)
  return beside.filter((rule) => rule !== spot.rule && Boolean(rule.field || rule.name))
}

const FIELD = /^[^\s.[\]]+$/
const RESERVED = ['__proto__', 'constructor', 'prototype']
/** A Chinese sentence why a rule cannot have this name; `null` if it can. */
export function judgeName(form: Form, id: RuleId, field: string): string | null {
  const spot = findSpot(form, id)
  if (!spot) return null
  if (field.length > limits.field || !FIELD.test(field)) return words.badField(limits.field)
  if (RESERVED.includes(field)) return words.prototypeKey(field)
  const beside = listRules([...listScope(form, spot)], '')
  return beside.some(({ rule }) => rule !== spot.rule && rule.field === field)
    ? words.doubleField(field)
    : null
}

/** The form with a field renamed, also in the controls of its scope. */
export function rename(form: Form, id: RuleId, field: string): Form {
  const spot = findSpot(form, id)
  if (!spot) return form
  const renamed = new Map(spot.rule.field ? [[spot.rule.field, field]] : [])
  const change = (rule: Rule): Rule => renameControls(rule === spot.rule ? { ...rule, field } : rule, renamed)
  const list = mapRules(listScope(form, spot), change, false)
  const group = groupAround(spot.around)
  return group
    ? changeRule(form, findId(group), (rule) => withList(rule, list))
    : { ...form, rule: [...list] }
}
