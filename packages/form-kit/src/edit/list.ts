import { findComponent } from '../components/components.ts'
import type { Component } from '../components/component.ts'
import type { Form, Json, Rule, RuleItem } from '../form/form.ts'
import { isRule, findRowRules } from '../form/inner.ts'
import { limits } from '../form/limits.ts'
import { isObject } from '../form/scan.ts'

// A form in the designer is the form itself, never changed: each edit makes a new one that shares with the
// old one whatever it left alone. So undoing is going back to a value (docs/decisions/082).

/** The number of a rule while it is edited. It stays when a setting changes and goes nowhere into the JSON. */
export type RuleId = number

const ids = new WeakMap<Rule, RuleId>()
let last = 0
export function findId(rule: Rule): RuleId {
  const known = ids.get(rule)
  if (known !== undefined) return known
  ids.set(rule, ++last)
  return last
}
/** The changed rule is still the same one to whoever has selected it or drags it. */
export function inherit(from: Rule, to: Rule): Rule {
  if (from !== to) ids.set(to, findId(from))
  return to
}

/** Where the rules stand that are in a rule; `null` if nothing can be put into it. */
type Slot = 'children' | 'props.rules' | 'props.rule'
function findSlot(rule: Rule): Slot | null {
  const component = findComponent(rule.type)
  const rows = findRowRules(rule)
  // A table's columns are a setting of it.
  if (component?.kind === 'dynamicTable') return null
  if (rows) {
    // A new group says `rules: []`, which the others take for no rules at all.
    return rows.at === 'children' && rows.rules.length === 0 ? 'props.rules' : (rows.at as Slot)
  }
  if (component?.holds) return 'children'
  return rule.children?.some(isRule) ? 'children' : null
}

/** The rules in a rule, as they stand; `null` if nothing can be put into it. */
export function listIn(rule: Rule): readonly RuleItem[] | null {
  const slot = findSlot(rule)
  if (slot === null) return null
  return slot === 'children' ? (rule.children ?? []) : (findRowRules(rule)?.rules ?? [])
}

/** The rule with other rules in it. */
export function withList(rule: Rule, items: readonly RuleItem[]): Rule {
  const slot = findSlot(rule)
  if (slot === null) return rule
  if (slot === 'children') return inherit(rule, { ...rule, children: [...items] })
  const key = slot === 'props.rules' ? 'rules' : 'rule'
  // A single rule without brackets makes a row a plain value; that stays so while it is the only one.
  const only = items[0]
  const bare = key === 'rule' && isObject(rule.props?.['rule']) && items.length === 1 && isRule(only)
  // Rules are JSON by `parseForm`; only their type does not say so.
  const value = (bare ? only : [...items]) as Json
  return inherit(rule, { ...rule, props: { ...rule.props, [key]: value } })
}

/** A rule's place: the rules around it from the outside in, and where it stands among its neighbours. */
export interface Spot {
  rule: Rule
  around: readonly Rule[]
  /** The rule it is in; `null` is the form. */
  box: Rule | null
  siblings: readonly RuleItem[]
  index: number
}

/** Every rule that can be taken hold of, in order, the outer before the inner. */
export function* walk(
  items: readonly RuleItem[],
  around: readonly Rule[] = [],
): Generator<Spot, void, undefined> {
  for (const [index, rule] of items.entries()) {
    if (!isRule(rule)) continue
    yield { rule, around, box: around.at(-1) ?? null, siblings: items, index }
    const inner = listIn(rule)
    if (inner) yield* walk(inner, [...around, rule])
  }
}

export function findSpot(form: Form, id: RuleId | null): Spot | null {
  if (id === null) return null
  for (const spot of walk(form.rule)) if (findId(spot.rule) === id) return spot
  return null
}

/** The list in a box, or the form's own. */
export function findList(form: Form, box: RuleId | null): readonly RuleItem[] | null {
  if (box === null) return form.rule
  const spot = findSpot(form, box)
  return spot && listIn(spot.rule)
}

/** The form with a rule changed; what is not on the way to it is shared. */
export function changeRule(form: Form, id: RuleId, change: (rule: Rule) => Rule): Form {
  const spot = findSpot(form, id)
  if (!spot) return form
  const changed = inherit(spot.rule, change(spot.rule))
  return changed === spot.rule ? form : put(form, spot, [changed])
}

/** The form with something else in the place of a rule: nothing, or several. */
export function put(form: Form, { around, siblings, index }: Spot, items: readonly RuleItem[]): Form {
  let list: readonly RuleItem[] = siblings.toSpliced(index, 1, ...items)
  for (const [i, box] of [...around.entries()].toReversed()) {
    const outer = i === 0 ? form.rule : (listIn(around[i - 1] ?? box) ?? [])
    const changed = withList(box, list)
    list = outer.map((item) => (item === box ? changed : item))
  }
  return { ...form, rule: [...list] }
}

/** The form with rules put in before the `index`-th of a box. */
export function putInto(form: Form, box: RuleId | null, index: number, items: readonly RuleItem[]): Form {
  if (box === null) return { ...form, rule: form.rule.toSpliced(index, 0, ...items) }
  return changeRule(form, box, (rule) => withList(rule, (listIn(rule) ?? []).toSpliced(index, 0, ...items)))
}

const only = (component: Component | undefined): 'col' | 'tabPane' | null =>
  component?.kind === 'col' || component?.kind === 'tabPane' ? component.kind : null

/** Whether a box takes a rule: columns stand in rows and panes in tabs, everything else stands in neither. */
export function takes(box: Rule | null, rule: Rule): boolean {
  const holds = (box && findComponent(box.type)?.holds) ?? 'any'
  const own = only(findComponent(rule.type))
  return (box === null || listIn(box) !== null) && (holds === 'any' ? own === null : own === holds)
}

/** Levels of boxes that the designer makes; what comes deeper stays as it is. */
const DEEPEST = 20
const measureDepth = (rule: Rule): number =>
  1 + Math.max(0, ...(listIn(rule) ?? []).map((item) => (isRule(item) ? measureDepth(item) : 0)))

/** Whether a form can have these rules at that place without becoming too deep or too large. */
export function hasRoom(form: Form, box: RuleId | null, rules: readonly Rule[], isNew: boolean): boolean {
  const spot = findSpot(form, box)
  const above = spot ? spot.around.length + 1 : 0
  if (
    rules.some((rule) => measureDepth(rule) > 1 && above + measureDepth(rule) > DEEPEST) ||
    above >= DEEPEST
  )
    return false
  return !isNew || countRules(form.rule) + countRules(rules) <= limits.rules
}
const countRules = (items: readonly RuleItem[]): number => [...walk(items)].length
