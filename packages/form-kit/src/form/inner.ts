import { findComponent } from '../components/components.ts'
import type { Control, Json, Rule, RuleItem } from './form.ts'
import { isObject, pathTo } from './scan.ts'

// Rules contain rules in four places: children, controls, and the rows of groups and of tables.

export const isRule = (item: unknown): item is Rule => isObject(item) && typeof item['type'] === 'string'

/** Rules of one row of a group, table or sub-form. Their fields belong to the row, not to the form. */
export interface RowRules {
  rules: RuleItem[]
  /** Their path in the rule. Plain columns of a table have no rules there: their rules are generated. */
  at: string
  /** A row is the value of its first field instead of an object. */
  single: boolean
}

/** The rules of a row; `null` for a component that has no rows. */
export function findRowRules(rule: Rule): RowRules | null {
  const kind = findComponent(rule.type)?.kind
  if (kind === 'dynamicTable') return { rules: listColumnRules(rule), at: 'props.columns', single: false }
  if (kind !== 'group' && kind !== 'subForm') return null
  const { rules, rule: inner } = rule.props ?? {}
  if (Array.isArray(rules) && rules.length > 0)
    return { rules: asRules(rules), at: 'props.rules', single: false }
  if (Array.isArray(inner)) return { rules: asRules(inner), at: 'props.rule', single: false }
  if (isObject(inner)) return { rules: asRules([inner as Json]), at: 'props.rule', single: kind === 'group' }
  return { rules: rule.children ?? [], at: 'children', single: false }
}

// `parseForm` reports items that are no rules before this is called.
const asRules = (items: Json[]): RuleItem[] => items as unknown as RuleItem[]

/** A column has its own rules, or is a text box for its `prop`; the latter needs both `label` and `prop`. */
function listColumnRules(rule: Rule): RuleItem[] {
  const columns = rule.props?.['columns']
  if (!Array.isArray(columns)) return []
  return columns.filter(isObject).flatMap((column): RuleItem[] => {
    const { label, prop, rule: own } = column as { label?: Json; prop?: Json; rule?: Json }
    if (Array.isArray(own)) return asRules(own)
    if (isObject(own)) return asRules([own as Json])
    return typeof prop === 'string' && prop !== '' && label !== '' && label != null
      ? [{ type: 'input', field: prop, title: label }]
      : []
  })
}

/** The controls of a rule, whose `control` may be one object instead of an array. */
export function listControls(rule: Rule): Control[] {
  const { control } = rule
  if (Array.isArray(control)) return control.filter(isObject) as Control[]
  return isObject(control) ? [control] : []
}

/** The rules that a control brings; empty if it only names others. */
export const broughtBy = (control: Control): Rule[] =>
  Array.isArray(control.rule) ? (control.rule as unknown[]).filter(isRule) : []
/** The fields and names that a control lists. */
export const namedBy = (control: Control): string[] =>
  Array.isArray(control.rule) ? (control.rule as unknown[]).filter((item) => typeof item === 'string') : []

/** A rule and its path. */
export interface Place {
  rule: Rule
  path: string
}

/**
 * The rules of one scope in order, with their children and the rules that controls bring. Rows of groups are
 * separate scopes and are not entered.
 */
export function listRules(items: RuleItem[], path: string): Place[] {
  const found: Place[] = []
  // Recursion is safe: `parseForm` bounds the depth.
  const visit = (list: RuleItem[], at: string): void =>
    list.forEach((item, i) => {
      if (!isRule(item)) return
      const here = pathTo(at, i)
      found.push({ rule: item, path: here })
      for (const [n, control] of listControls(item).entries())
        visit(broughtBy(control), `${pathTo(pathTo(here, 'control'), n)}.rule`)
      if (!findRowRules(item)) visit(item.children ?? [], pathTo(here, 'children'))
    })
  visit(items, path)
  return found
}
