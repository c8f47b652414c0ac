import { findTitle } from '@portal/form-kit/check/title'
import { findAsking } from '@portal/form-kit/components/components'
import type { Json } from '@portal/form-kit/form/form'
import { listRules, findRowRules } from '@portal/form-kit/form/inner'
import { limits } from '@portal/form-kit/form/limits'
import { isObject } from '@portal/form-kit/form/scan'
import { makeRowDefaults } from '@portal/form-kit/values/defaults'
import { useCallback, useEffect, useRef } from 'react'
import type { ControlProps, Told } from '../control.ts'
import { readSettings } from '../settings.ts'
import type { Fields } from '../view-context.ts'
import { listValues } from './options.ts'

/** A row as its fields; a single-value row is the value of its first field. */
function listFields(row: Json, single: string | undefined): Fields {
  if (single !== undefined) return row === null ? {} : { [single]: row }
  return isObject(row) ? (row as Fields) : {} // an object within JSON has JSON in it
}

/** The rows of a group or a table, and functions to change, add and remove them. */
export function useRows({ state: { rule }, value, onChange, path }: ControlProps) {
  const row = findRowRules(rule)
  const single = row?.single
    ? listRules(row.rules, '').find(({ rule: r }) => findAsking(r))?.rule.field
    : undefined
  const rows = listValues(value)
  const latest = useRef({ rows, onChange })
  useEffect(() => {
    latest.current = { rows, onChange }
  })
  /** A stable function, so that typing in one row renders only that row. */
  const change = useCallback(
    (index: number, fields: Fields, told: readonly Told[], clears?: string) => {
      const next = single === undefined ? fields : (fields[single] ?? null)
      latest.current.onChange(
        latest.current.rows.map((one, i) => (i === index ? next : one)),
        { told, ...(clears !== undefined && { clears }) },
      )
    },
    [single],
  )
  const { number } = readSettings(rule)
  const most = number('max') || limits.rows
  const put = (next: Json[]): void => onChange(next.length > 0 ? next : null, { told: [], clears: path })
  return {
    rows: rows.map((one) => listFields(one, single)),
    change,
    mayAdd: rows.length < Math.min(most, limits.rows),
    mayRemove: rows.length > (number('min') ?? 0),
    add: () => onChange([...rows, makeRowDefaults(rule)]),
    remove: (index: number) => put(rows.filter((_, i) => i !== index)),
    title: findTitle(rule),
  }
}
