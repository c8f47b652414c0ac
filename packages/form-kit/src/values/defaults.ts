import { findAsking, isMany, isPair } from '../components/components.ts'
import type { Form, Json, Rule, RuleItem } from '../form/form.ts'
import { listRules, findRowRules } from '../form/inner.ts'
import { limits } from '../form/limits.ts'

// The values of a form before the user changes it.

/** The initial values of a form: those in its rules, and those that components cannot be without. */
export const listDefaults = (form: Form): { [field: string]: Json } => defaultsIn(form.rule)

/** The initial values of a new row of a group, table or sub-form. */
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

/** The initial value of a rule; `undefined` if it has none. */
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

/** The number of rows a group starts with: the larger of `min` and `expand`. */
function rowsAtFirst(rule: Rule): number {
  const { min, expand } = rule.props ?? {}
  const asked = [min, expand].filter((n): n is number => typeof n === 'number' && n > 0)
  return Math.min(Math.max(0, ...asked), limits.rows)
}
