import type { ShownRule } from '@portal/form-kit/control/show'
import type { Json, Rule } from '@portal/form-kit/form/form'
import { isObject, pathTo } from '@portal/form-kit/form/scan'
import { findRowRules } from '@portal/form-kit/form/inner'
import { findOwnTitle } from '../settings.ts'

export interface Column {
  label: string
  /** The row's rules in this column, as a half-open interval of indices. */
  from: number
  until: number
}

const countRules = (own: Json | undefined): number => (Array.isArray(own) ? own.length : 1)

/** A table's columns. A column with its own rules may have several of them. */
export function listColumns(rule: Rule): Column[] {
  const said = rule.props?.['columns']
  const rules = findRowRules(rule)?.rules ?? []
  let next = 0
  return (Array.isArray(said) ? said : []).filter(isObject).flatMap((column): Column[] => {
    const { label, prop, rule: own } = column as { label?: Json; prop?: Json; rule?: Json }
    const isPlain = !Array.isArray(own) && !isObject(own)
    // form-kit ignores a plain column without both `label` and `prop`.
    if (isPlain && (typeof prop !== 'string' || prop === '' || label === '' || label == null)) return []
    const from = next
    next += isPlain ? 1 : countRules(own)
    const first = rules[from]
    const title = typeof first === 'object' ? findOwnTitle(first) : undefined
    return [{ label: label == null || label === '' ? (title ?? '') : String(label), from, until: next }]
  })
}

/** The shown rules of a row in a column. */
export const listWithin = (
  shown: readonly ShownRule[],
  place: string,
  { from, until }: Column,
): ShownRule[] =>
  shown.filter(({ path }) => {
    const index = Number(/^\[(\d+)\]/.exec(path.slice(`${place}.props.columns`.length))?.[1])
    return path.startsWith(pathTo(place, 'props.columns')) && index >= from && index < until
  })
