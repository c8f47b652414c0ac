import { findComponent } from '@portal/form-kit/components/components'
import type { Json, JsonObject, Rule } from '@portal/form-kit/form/form'
import { isObject } from '@portal/form-kit/form/scan'

// A rule's settings as a control uses them. A setting of the wrong type is ignored.

const textFrom = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export function readSettings(rule: Rule) {
  const props: JsonObject = rule.props ?? {}
  return {
    props,
    text: (name: string): string | undefined => textFrom(props[name]),
    is: (name: string, otherwise = false): boolean =>
      typeof props[name] === 'boolean' ? props[name] : otherwise,
    /** Also reads text such as `200px`. */
    number(name: string): number | undefined {
      const value = props[name]
      const number = typeof value === 'string' ? Number.parseFloat(value) : value
      return typeof number === 'number' && Number.isFinite(number) ? number : undefined
    },
    texts: (name: string): string[] =>
      Array.isArray(props[name]) ? (props[name] as Json[]).flatMap((v) => textFrom(v) ?? []) : [],
    object: (name: string): JsonObject => (isObject(props[name]) ? (props[name] as JsonObject) : {}),
  }
}

/** The hint below a field's control; form-create writes it as a text or as `{ info }`. */
export function findInfo({ info }: Rule): string | undefined {
  return textFrom(isObject(info) ? info['info'] : info)
}

/** The rule's own title, if it has one. */
export function findOwnTitle({ title }: Rule): string | undefined {
  return textFrom(isObject(title) ? title['title'] : title)?.trim()
}

/** The text children of a rule, such as the text of a button or a divider, or an input's suffix (`slot`). */
export function textWithin(rule: Rule, slot?: string): string {
  return (rule.children ?? [])
    .flatMap((child) =>
      typeof child === 'string'
        ? slot === undefined
          ? [child]
          : []
        : slot === undefined || child.slot === slot
          ? [textWithin(child)]
          : [],
    )
    .join('')
}

/** A rule's position in the grid of 24 parts: its width, the gap before it, and its shift. */
export function findGrid({ col }: Rule): { span: number; offset: number; shift: number } {
  const said: Record<string, unknown> = isObject(col) ? col : { span: col }
  const part = (name: string): number | undefined => {
    const value = said[name]
    return typeof value === 'number' && value >= 0 && value <= 24 ? value : undefined
  }
  return {
    span: part('span') ?? 24,
    offset: part('offset') ?? 0,
    shift: (part('push') ?? 0) - (part('pull') ?? 0),
  }
}

/** The kind of input of a rule; `textarea` may also be the rule's type. */
export function chooseInputType(rule: Rule): 'text' | 'textarea' | 'password' {
  const said = readSettings(rule).text('type') ?? rule.type.toLowerCase()
  return said.includes('textarea') ? 'textarea' : said.includes('password') ? 'password' : 'text'
}

export const findKind = (rule: Rule): string | undefined => findComponent(rule.type)?.kind
