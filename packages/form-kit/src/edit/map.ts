import type { Control, Json, Rule, RuleItem } from '../form/form.ts'
import { broughtBy, listControls, isRule, findRowRules } from '../form/inner.ts'
import { isObject } from '../form/scan.ts'
import { inherit } from './list.ts'

/**
 * Changes rules and all rules inside them: children, rows of groups and tables, and rules that controls
 * bring. Unchanged parts are shared.
 *
 * @param intoRows Whether to enter rows, whose fields are a scope of their own.
 */
export function mapRules<T extends RuleItem>(
  items: readonly T[],
  change: (rule: Rule) => Rule,
  intoRows: boolean,
): readonly T[] {
  const list = (held: readonly unknown[]): readonly unknown[] =>
    share(
      held,
      held.map((item) => (isRule(item) ? visit(item) : item)),
    )
  const held = (value: unknown): unknown =>
    Array.isArray(value) ? list(value) : isRule(value) ? visit(value) : value
  const column = (value: unknown): unknown => (isObject(value) ? withKeys(value, ['rule'], held) : value)
  const control = (value: Control): Control =>
    broughtBy(value).length > 0 ? withKeys(value, ['rule'], held) : value
  const visit = (rule: Rule): Rule => {
    let changed = change(rule)
    const rows = findRowRules(rule) !== null
    if (!rows || intoRows) changed = withKeys(changed, ['children'], held)
    if (rows && intoRows && changed.props) {
      let props = withKeys(changed.props, ['rules', 'rule'], held)
      props = withKeys(props, ['columns'], (columns) =>
        Array.isArray(columns) ? share(columns, columns.map(column)) : columns,
      )
      if (props !== changed.props) changed = { ...changed, props }
    }
    if (listControls(changed).some((c) => broughtBy(c).length > 0))
      changed = withKeys(changed, ['control'], (said) =>
        Array.isArray(said) ? share(said, said.map(control)) : control(said as Control),
      )
    return inherit(rule, changed)
  }
  // Mapping keeps the kind of each item.
  return list(items) as readonly T[]
}

/** The old list if no item changed. */
const share = <L extends readonly unknown[]>(before: L, after: L): L =>
  after.every((item, i) => item === before[i]) ? before : after

function withKeys<T extends { [key: string]: unknown }>(
  object: T,
  keys: readonly string[],
  change: (value: unknown) => unknown,
): T {
  let changed = object
  for (const key of keys) {
    const before: unknown = object[key]
    const after = before == null ? before : change(before)
    if (after !== before) changed = { ...changed, [key]: after as Json }
  }
  return changed
}
