import { isAskedByEntry, isMarked } from '../check/check.ts'
import type { Control, Form, Json, Rule, RuleItem } from '../form/form.ts'
import { broughtBy, listControls, isRule, namedBy, findRowRules } from '../form/inner.ts'
import { pathTo } from '../form/scan.ts'
import { holds } from './condition.ts'

// What a form shows at given values. A rule named by controls is present while one of them holds; the order
// of evaluation does not matter. A control holds only while its own field is present. If rules decide over
// one another in a cycle, every rule that can be present is present.

export type Values = { readonly [field: string]: Json | undefined }

/** A rule as it is shown at the given values. */
export interface ShownRule {
  rule: Rule
  /** Its path in the form: `rule[0].children[1]`. */
  path: string
  /** False: present but invisible; it keeps its value and is never required. */
  visible: boolean
  disabled: boolean
  required: boolean
  /** Its children, with texts unchanged, without rows of groups: `showRow` shows each at its own values. */
  children: (ShownRule | string)[]
}

/** The rules of a form at these values, without hidden ones and those brought by a control that is false. */
export const showRules = (form: Form, values: Values): ShownRule[] =>
  showItems(form.rule, form.bare ? '' : 'rule', values)

/** The rules of one row of a group, table or sub-form, at the row's own values. */
export function showRow(rule: Rule, path: string, values: Values): ShownRule[] {
  const row = findRowRules(rule)
  return row ? showItems(row.rules, `${path}.${row.at}`, values) : []
}

function showItems(items: RuleItem[], path: string, values: Values): ShownRule[] {
  const nodes = collect(items, path, values)
  return arrange(items, nodes, settle(nodes))
}

/** A rule, the controls that decide over it, and the rules over which its own controls decide. */
interface Node {
  rule: Rule
  path: string
  /** Rules that are present only while this one is: its children, and the rules its controls bring. */
  carries: Node[]
  /** Whether the control that brings it holds; true for a rule that no control brings. */
  isBrought: boolean
  decidedBy: Deciding[]
  decides: { deciding: Deciding; over: Node }[]
}
interface Deciding {
  owner: Node
  effect: Effect
  holds: boolean
}

type Effect = 'there' | 'visible' | 'enabled' | 'required'
function findEffect({ method }: Control): Effect {
  switch (method) {
    case 'display':
    case 'show':
      return 'visible'
    // In form-create `disabled` enables a field while the control holds, as `enabled` does.
    case 'disabled':
    case 'enabled':
      return 'enabled'
    case 'required':
      return 'required'
    default:
      return 'there'
  }
}

/** All rules of a scope in order, with the controls that name or bring them. Each is evaluated once. */
function collect(items: RuleItem[], path: string, values: Values): Map<Rule, Node> {
  const nodes = new Map<Rule, Node>()
  const visit = (list: readonly RuleItem[], at: string, around: Node | null, isBrought: boolean): void =>
    list.forEach((rule, i) => {
      if (!isRule(rule)) return
      const node: Node = { rule, path: pathTo(at, i), carries: [], isBrought, decidedBy: [], decides: [] }
      nodes.set(rule, node)
      around?.carries.push(node)
      for (const [n, control] of listControls(rule).entries()) {
        const rules = broughtBy(control)
        const there = `${pathTo(pathTo(node.path, 'control'), n)}.rule`
        if (rules.length > 0) visit(rules, there, node, holdsFor(control, rule, values))
      }
      if (!findRowRules(rule)) visit(rule.children ?? [], pathTo(node.path, 'children'), node, true)
    })
  visit(items, path, null, true)
  connect(nodes, values)
  return nodes
}

/** Links controls to the rules they name. The first rule with a name wins, and fields win over names. */
function connect(nodes: Map<Rule, Node>, values: Values): void {
  const byName = new Map<string, Node>()
  for (const key of ['field', 'name'] as const)
    for (const node of nodes.values()) {
      const name = node.rule[key]
      if (name && !byName.has(name)) byName.set(name, node)
    }
  for (const owner of nodes.values())
    for (const control of listControls(owner.rule)) {
      const names = namedBy(control)
      if (names.length === 0) continue
      const deciding = { owner, effect: findEffect(control), holds: holdsFor(control, owner.rule, values) }
      for (const name of names) {
        const over = byName.get(name)
        if (!over) continue
        over.decidedBy.push(deciding)
        owner.decides.push({ deciding, over })
      }
    }
}

// A browser may hold an emptied field as null, and a stored answer leaves it out: conditions hold alike.
const holdsFor = (control: Control, { field }: Rule, values: Values): boolean =>
  typeof field === 'string' &&
  holds(control, (Object.hasOwn(values, field) ? values[field] : undefined) ?? undefined)

/**
 * The rules that are present: starts with all and removes those that no control keeps. With a rule go the
 * rules it carries and the effect of its controls. Each control is visited once, so the work is linear.
 */
function settle(nodes: Map<Rule, Node>): Set<Node> {
  const standing = new Set(nodes.values())
  const keepers = new Map<Node, number>()
  const going: Node[] = []
  for (const node of standing) {
    const deciding = node.decidedBy.filter(({ effect }) => effect === 'there')
    const count = deciding.filter((d) => d.holds).length
    keepers.set(node, count)
    if (!node.isBrought || (deciding.length > 0 ? count === 0 : node.rule.hidden === true)) going.push(node)
  }
  for (let node = going.pop(); node; node = going.pop()) {
    if (!standing.delete(node)) continue
    going.push(...node.carries)
    for (const { over, deciding } of node.decides) {
      if (deciding.effect !== 'there' || !deciding.holds) continue
      const left = (keepers.get(over) ?? 0) - 1
      keepers.set(over, left)
      if (left === 0) going.push(over)
    }
  }
  return standing
}

/** Whether a rule's controls of one effect decide yes; `otherwise` if it has none. */
function decide(node: Node, effect: Effect, standing: Set<Node>, otherwise: boolean): boolean {
  const deciding = node.decidedBy.filter((d) => d.effect === effect)
  return deciding.length === 0 ? otherwise : deciding.some((d) => d.holds && standing.has(d.owner))
}

/** Arranges the present rules: children in their rule, brought rules where their control says. */
function arrange(items: RuleItem[], nodes: Map<Rule, Node>, standing: Set<Node>): ShownRule[] {
  const moved: { to: string; before: boolean; child: boolean; rules: ShownRule[] }[] = []
  const show = (list: readonly RuleItem[], around: ShownRule | null): (ShownRule | string)[] =>
    list.flatMap<ShownRule | string>((item) => {
      if (!isRule(item)) return [item]
      const node = nodes.get(item)
      if (!node || !standing.has(node)) return []
      const own = findState(node, standing, around)
      if (!findRowRules(item)) own.children = show(item.children ?? [], own)
      return [own, ...bring(item, own, around)]
    })
  /** The rules that controls bring after this rule. Those that belong into it or elsewhere are put there. */
  const bring = (rule: Rule, own: ShownRule, around: ShownRule | null): ShownRule[] =>
    listControls(rule).flatMap((control) => {
      const { append, prepend, child = false } = control
      const to = prepend || append
      const rules = show(broughtBy(control), child && !to ? own : around) as ShownRule[]
      if (rules.length === 0) return []
      if (to) moved.push({ to, before: !!prepend, child, rules })
      else if (child) own.children.push(...rules)
      else return rules
      return []
    })
  // `parseForm` refuses texts at the top level, so all of these are rules.
  const shown = show(items, null) as ShownRule[]
  for (const { to, before, child, rules } of moved) place(shown, to, before, child, rules)
  return shown
}

function findState(node: Node, standing: Set<Node>, around: ShownRule | null): ShownRule {
  const { rule, path } = node
  const visible = (around?.visible ?? true) && decide(node, 'visible', standing, rule.display !== false)
  const enabled = decide(node, 'enabled', standing, rule.props?.['disabled'] !== true)
  return {
    rule,
    path,
    visible,
    disabled: !enabled || (around?.disabled ?? false),
    required: visible && (decide(node, 'required', standing, isMarked(rule)) || isAskedByEntry(rule)),
    children: [],
  }
}

/** Puts rules before or after the rule named `to`, or into it; at the end if that rule is not shown. */
function place(shown: ShownRule[], to: string, before: boolean, child: boolean, rules: ShownRule[]): void {
  const seek = (list: (ShownRule | string)[]): boolean => {
    for (const [i, item] of list.entries()) {
      if (typeof item === 'string') continue
      if (item.rule.field === to || item.rule.name === to) {
        const into = child ? item.children : list
        into.splice(child ? (before ? 0 : into.length) : before ? i : i + 1, 0, ...rules)
        return true
      }
      if (seek(item.children)) return true
    }
    return false
  }
  if (!seek(shown)) shown.push(...rules)
}

/** All shown rules, outer ones first. */
export const flatten = (shown: readonly (ShownRule | string)[]): ShownRule[] =>
  shown.flatMap((item) => (typeof item === 'string' ? [] : [item, ...flatten(item.children)]))
