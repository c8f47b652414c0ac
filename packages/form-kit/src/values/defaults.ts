import { findAsking, isMany, isPair } from '../components/components.ts'
import type { Form, Json, Rule, RuleItem } from '../form/form.ts'
import { listRules, findRowRules } from '../form/inner.ts'
import { limits } from '../form/limits.ts'

// What a form has before anybody has touched it.

/** The values a form begins with: what its rules say, and what components cannot be without. */
export const listDefaults = (form: Form): { [field: string]: Json } => defaultsIn(form.rule)

/** The values a new row of a group, table or sub-form begins with. */
export function makeRowDefaults(rule: Rule): Json {
  const row = findRowRules(rule)
  if (!row) return {}
  const values = defaultsIn(row.rules)
  return row.single ? (Object.values(values)[0] ?? null) : values
}

function defaultsIn(items: RuleItem[]): { [field: string]: Json } {
  return Object.fromEntries(
    listRules(items, '').flatMap(({ rule }) => {
      const value = findAsking(rule) ? findDefault(rule) : undefined
      return rule.field === undefined || value === undefined ? [] : [[rule.field, value] as const]
    }),
  )
}

/** The value that a rule begins with; `undefined` if it has none. */
export function findDefault(rule: Rule): Json | undefined {
  const component = findAsking(rule)
  const props = rule.props ?? {}
  if (rule.value !== undefined && rule.value !== null) return structuredClone(rule.value)
  switch (component?.value) {
    case 'boolean':
      return props['inactiveValue'] ?? false
    case 'rows':
      return Array.from({ length: rowsAtFirst(rule) }, () => makeRowDefaults(rule))
    case 'object':
      return makeRowDefaults(rule)
    case 'choices':
    case 'files':
      return []
    default:
      return component && isMany(component, props) && !isPair(component, props) ? [] : undefined
  }
}

/** A group opens as many rows as it must have, or says. */
function rowsAtFirst(rule: Rule): number {
  const { min, expand } = rule.props ?? {}
  const asked = [min, expand].filter((n): n is number => typeof n === 'number' && n > 0)
  return Math.min(Math.max(0, ...asked), limits.rows)
}
