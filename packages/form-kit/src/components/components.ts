import type { JsonObject, Rule } from '../form/form.ts'
import { isObject } from '../form/scan.ts'
import type { Component } from './component.ts'
import { mainComponents } from './main.ts'
import { aideComponents, layoutComponents, otherComponents } from './others.ts'
import { sourceComponents } from './sources.ts'

/** All components, in the order of the palettes. */
export const components: readonly Component[] = [
  ...mainComponents,
  ...sourceComponents,
  ...aideComponents,
  ...layoutComponents,
  ...otherComponents,
]

const byName = new Map(
  components.flatMap((component) =>
    [component.kind, ...(component.aliases ?? [])].map((name) => [name, component] as const),
  ),
)

/**
 * A type without the prefix of its library and in camel case: `el-date-picker`, `elDatePicker`,
 * `a-date-picker` and `DatePicker` are all `datePicker`.
 */
export function plainType(type: string): string {
  const camel = type.replace(/-+([a-zA-Z0-9])/g, (_, c: string) => c.toUpperCase())
  const bare = camel.replace(/^(?:[Ee]l|[Aa]nt|[Aa]|[Ii]|[Ff]c)(?=[A-Z])/, '')
  return bare.charAt(0).toLowerCase() + bare.slice(1)
}

/** The component of a type; `undefined` if the type is unknown. */
export const findComponent = (type: string): Component | undefined =>
  byName.get(type) ?? byName.get(plainType(type))

/** The component of a rule with a value: its type is known, it has a field, and it is not display only. */
export function findAsking(rule: Rule): (Component & { value: NonNullable<Component['value']> }) | null {
  const component = typeof rule.field === 'string' ? findComponent(rule.type) : undefined
  return component?.value ? { ...component, value: component.value } : null
}

/**
 * Creates the rule for a component that is dropped on the canvas.
 *
 * @param field The field's name, unique in the form; ignored for components without a value.
 */
export function createRule(component: Component, field: string): Rule {
  const begins = structuredClone(component.begins ?? {})
  const asks = component.value !== null
  return {
    type: component.kind,
    ...(asks ? { field, title: component.title } : {}),
    ...(component.palette === 'main' ? { info: '', $required: false } : {}),
    ...begins,
    props: begins.props ?? {},
  }
}

/** Whether a component's settings make its value a list. */
export const isMany = (component: Component, props: JsonObject): boolean =>
  (component.many ?? []).some((name) =>
    name.split('.').length === 2
      ? isObject(props['props']) && props['props'][name.split('.')[1] ?? ''] === true
      : props[name] === true,
  )
export function isPair(component: Component, props: JsonObject): boolean {
  const { pair } = component
  if (!pair) return false
  const value = props[pair.name]
  return pair.values ? typeof value === 'string' && pair.values.includes(value) : value === true
}
