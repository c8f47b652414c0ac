import type { Control, Method, Rule } from '../form/form.ts'
import { broughtBy, listControls, namedBy } from '../form/inner.ts'

/** The rule without these names in its controls of these methods. Controls that bring rules are unchanged. */
export function forgetNames(rule: Rule, names: ReadonlySet<string>, methods: readonly Method[]): Rule {
  const forgets = (control: Control): boolean =>
    control.method !== undefined &&
    methods.includes(control.method) &&
    broughtBy(control).length === 0 &&
    namedBy(control).some((name) => names.has(name))
  const controls = listControls(rule)
  if (!controls.some(forgets)) return rule
  const control = controls.map((c) =>
    forgets(c) ? { ...c, rule: namedBy(c).filter((name) => !names.has(name)) } : c,
  )
  return { ...rule, control }
}
