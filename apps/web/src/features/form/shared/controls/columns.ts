import type { ShownRule } from '@portal/form-kit/control/show'
import type { Json, Rule } from '@portal/form-kit/form/form'
import { isObject, pathTo } from '@portal/form-kit/form/scan'
import { findRowRules } from '@portal/form-kit/form/inner'
import { findOwnTitle } from '../settings.ts'

export interface Column {
  label: string
  /** Which of the row's rules stand in it, by their places. */
  from: number
  until: number
}

const countRules = (own: Json | undefined): number => (Array.isArray(own) ? own.length : 1)

/** A table's columns. One that asks by rules of its own may have several. */
export function listColumns(rule: Rule): Column[] {
  const said = rule.props?.['columns']
  const rules = findRowRules(rule)?.rules ?? []
  let next = 0
  return (Array.isArray(said) ? said : []).filter(isObject).flatMap((column): Column[] => {
    const { label, prop, rule: own } = column as { label?: Json; prop?: Json; rule?: Json }
    const isPlain = !Array.isArray(own) && !isObject(own)
    // form-kit takes both texts of a plain column or neither.
    if (isPlain && (typeof prop !== 'string' || prop === '' || label === '' || label == null)) return []
    const from = next
    next += isPlain ? 1 : countRules(own)
    const first = rules[from]
    const title = typeof first === 'object' ? findOwnTitle(first) : undefined
    return [{ label: label == null || label === '' ? (title ?? '') : String(label), from, until: next }]
  })
}

/** What is shown of a row in a column. */
export const listWithin = (
  shown: readonly ShownRule[],
  place: string,
  { from, until }: Column,
): ShownRule[] =>
  shown.filter(({ path }) => {
    const index = Number(/^\[(\d+)\]/.exec(path.slice(`${place}.props.columns`.length))?.[1])
    return path.startsWith(pathTo(place, 'props.columns')) && index >= from && index < until
  })
