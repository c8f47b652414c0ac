import type { ShownRule } from '@portal/form-kit/control/show'
import type { Rule } from '@portal/form-kit/form/form'
import { pathTo } from '@portal/form-kit/form/scan'
import { showFillingRow } from '@portal/form-kit/values/read'
import { memo, useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react'
import type { Scope, Told } from '../control.ts'
import type { Fields } from '../view-context.ts'

interface Props {
  rule: Rule
  /** The rule's path in the form, and the path of its value in the answer. */
  place: string
  path: string
  /** Missing for a sub-form, which has one row only. */
  index?: number
  fields: Fields
  isClosed: boolean
  change: (index: number, fields: Fields, told: readonly Told[], clears?: string) => void
  tell: Scope['tell']
  draw: (shown: ShownRule[], scope: Scope) => ReactNode
}

/** One row, which is a small form shown at its own values. */
export const RowView = memo(function RowView(props: Props) {
  const { rule, place, path, index, fields, isClosed, change, tell, draw } = props
  const { shown, values } = useMemo(() => showFillingRow(rule, place, fields), [rule, place, fields])
  const latest = useRef(fields)
  useEffect(() => {
    latest.current = fields
  })
  const changed = useCallback<Scope['change']>(
    ({ field, value, told, clears }) => {
      const { [field]: _, ...others } = latest.current
      latest.current = value === null ? others : { ...others, [field]: value }
      change(index ?? 0, latest.current, told, clears)
    },
    [change, index],
  )
  return draw(shown, {
    path: index === undefined ? path : pathTo(path, index),
    values: values as Fields, // typed values and defaults are JSON
    isClosed,
    change: changed,
    tell,
  })
}, isAlike)

/** Compares `fields` by content: a single-value row gets a new object at each render. */
function isAlike(a: Props, b: Props): boolean {
  // exactly these keys: React adds none
  return (Object.keys(a) as (keyof Props)[]).every((key) =>
    key === 'fields' ? JSON.stringify(a.fields) === JSON.stringify(b.fields) : a[key] === b[key],
  )
}
