import type { Form, Rule } from '../form/form.ts'
import { broughtBy, findRowRules, isRule, listControls, listRules, namedBy } from '../form/inner.ts'

interface Over {
  rule: Rule
  /** True if a control decides; false if the rule only contains the other one. */
  asks: boolean
}

/**
 * Finds the fields whose controls decide, directly or through other rules, whether a field exists, is visible
 * and is enabled. Controls that only make a field required are ignored.
 *
 * @returns A function from a field to the fields that decide over it.
 */
export function readDeciders(form: Form): (field: string) => ReadonlySet<string> {
  const rules = listRules(form.rule, '').map(({ rule }) => rule)
  const byName = new Map<string, Rule>()
  for (const key of ['field', 'name'] as const)
    for (const rule of rules) {
      const name = rule[key]
      if (name && !byName.has(name)) byName.set(name, rule)
    }
  const over = new Map<Rule, Over[]>()
  const put = (below: Rule, rule: Rule, asks: boolean): void => {
    over.set(below, [...(over.get(below) ?? []), { rule, asks }])
  }
  for (const rule of rules) {
    if (!findRowRules(rule))
      for (const child of rule.children ?? []) if (isRule(child)) put(child, rule, false)
    for (const control of listControls(rule)) {
      for (const brought of broughtBy(control)) put(brought, rule, true)
      if (control.method === 'required') continue
      for (const name of namedBy(control)) {
        const named = byName.get(name)
        if (named) put(named, rule, true)
      }
    }
  }
  return (field) => {
    const first = byName.get(field)
    const found = new Set<string>()
    const seen = new Set(first ? [first] : [])
    for (const below of seen)
      for (const { rule, asks } of over.get(below) ?? []) {
        if (asks && rule.field !== undefined && rule.field !== field) found.add(rule.field)
        seen.add(rule)
      }
    return found
  }
}
