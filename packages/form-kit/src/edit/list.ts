import { findComponent } from '../components/components.ts'
import type { Component } from '../components/component.ts'
import type { Form, Json, Rule, RuleItem } from '../form/form.ts'
import { isRule, findRowRules } from '../form/inner.ts'
import { limits } from '../form/limits.ts'
import { isObject } from '../form/scan.ts'

// The designer never mutates a form: each edit makes a new one that shares unchanged parts with the old one.
// Undo therefore only restores an earlier value (docs/decisions/082).

/** A rule's id while it is edited. It survives changes of settings and is never written to the JSON. */
export type RuleId = number

const ids = new WeakMap<Rule, RuleId>()
let last = 0
export function findId(rule: Rule): RuleId {
  const known = ids.get(rule)
  if (known !== undefined) return known
  ids.set(rule, ++last)
  return last
}
/** Gives the changed rule the id of the old one, so that selection and dragging continue. */
export function inherit(from: Rule, to: Rule): Rule {
  if (from !== to) ids.set(to, findId(from))
  return to
}

/** Where a rule stores the rules inside it. */
type Slot = 'children' | 'props.rules' | 'props.rule'
function findSlot(rule: Rule): Slot | null {
  const component = findComponent(rule.type)
  const rows = findRowRules(rule)
  // A table's columns are edited as a setting.
  if (component?.kind === 'dynamicTable') return null
  if (rows) {
    // A new group has `rules: []`, which `findRowRules` treats as no rules.
    return rows.at === 'children' && rows.rules.length === 0 ? 'props.rules' : (rows.at as Slot)
  }
  if (component?.holds) return 'children'
  return rule.children?.some(isRule) ? 'children' : null
}

/** The rules inside a rule; `null` if it cannot contain rules. */
export function listIn(rule: Rule): readonly RuleItem[] | null {
  const slot = findSlot(rule)
  if (slot === null) return null
  return slot === 'children' ? (rule.children ?? []) : (findRowRules(rule)?.rules ?? [])
}

/** The rule with its inner rules replaced. */
export function withList(rule: Rule, items: readonly RuleItem[]): Rule {
  const slot = findSlot(rule)
  if (slot === null) return rule
  if (slot === 'children') return inherit(rule, { ...rule, children: [...items] })
  const key = slot === 'props.rules' ? 'rules' : 'rule'
  // A single rule outside an array makes each row a plain value; this form is kept while it is the only rule.
  const only = items[0]
  const bare = key === 'rule' && isObject(rule.props?.['rule']) && items.length === 1 && isRule(only)
  // `parseForm` made the rules from JSON, but their type does not say so.
  const value = (bare ? only : [...items]) as Json
  return inherit(rule, { ...rule, props: { ...rule.props, [key]: value } })
}

/** A rule's position: the rules around it, outermost first, and its index among its siblings. */
export interface Spot {
  rule: Rule
  around: readonly Rule[]
  /** The rule that contains it; `null` is the form. */
  box: Rule | null
  siblings: readonly RuleItem[]
  index: number
}

/** All rules that can be selected, in order, outer ones before inner ones. */
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

/** The rules in a box; those of the form for `null`. */
export function findList(form: Form, box: RuleId | null): readonly RuleItem[] | null {
  if (box === null) return form.rule
  const spot = findSpot(form, box)
  return spot && listIn(spot.rule)
}

/** The form with a rule changed; parts outside the path to it are shared. */
export function changeRule(form: Form, id: RuleId, change: (rule: Rule) => Rule): Form {
  const spot = findSpot(form, id)
  if (!spot) return form
  const changed = inherit(spot.rule, change(spot.rule))
  return changed === spot.rule ? form : put(form, spot, [changed])
}

/** The form with a rule replaced by `items`; an empty list removes it. */
export function put(form: Form, { around, siblings, index }: Spot, items: readonly RuleItem[]): Form {
  let list: readonly RuleItem[] = siblings.toSpliced(index, 1, ...items)
  for (const [i, box] of [...around.entries()].toReversed()) {
    const outer = i === 0 ? form.rule : (listIn(around[i - 1] ?? box) ?? [])
    const changed = withList(box, list)
    list = outer.map((item) => (item === box ? changed : item))
  }
  return { ...form, rule: [...list] }
}

/** The form with rules inserted into a box before `index`. */
export function putInto(form: Form, box: RuleId | null, index: number, items: readonly RuleItem[]): Form {
  if (box === null) return { ...form, rule: form.rule.toSpliced(index, 0, ...items) }
  return changeRule(form, box, (rule) => withList(rule, (listIn(rule) ?? []).toSpliced(index, 0, ...items)))
}

const only = (component: Component | undefined): 'col' | 'tabPane' | null =>
  component?.kind === 'col' || component?.kind === 'tabPane' ? component.kind : null

/** Whether a box takes a rule: only columns go into rows and only panes into tabs, and nowhere else. */
export function takes(box: Rule | null, rule: Rule): boolean {
  const holds = (box && findComponent(box.type)?.holds) ?? 'any'
  const own = only(findComponent(rule.type))
  return (box === null || listIn(box) !== null) && (holds === 'any' ? own === null : own === holds)
}

/** The maximum nesting of boxes that the designer creates; deeper imported forms stay unchanged. */
const DEEPEST = 20
const measureDepth = (rule: Rule): number =>
  1 + Math.max(0, ...(listIn(rule) ?? []).map((item) => (isRule(item) ? measureDepth(item) : 0)))

/** Whether these rules can go into the box without making the form too deep or too large. */
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
