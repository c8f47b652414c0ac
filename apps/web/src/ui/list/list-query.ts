import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES, type Page } from '@portal/contract/kernel/page'
import { afterPaint } from '../../lib/after-paint.ts'
import type { ListQuery } from '../../lib/query.ts'
import { useStillHere } from '../../lib/still-here.ts'

/** The state of a list, stored in the address bar: the back button, reload and a shared link restore it. */
export interface ListState {
  /** From 0, as in the call; the address bar counts from 1. */
  page: number
  size: number
  orderBy: string | undefined
  filters: Record<string, string>
}
export type FilterValue = string | number | boolean | null | undefined | readonly (string | number)[]

/** Drops empty, blank, zero and false filter values before the query. */
export function dropEmpty(values: Record<string, FilterValue>): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    const text = Array.isArray(value) ? value.join(',') : value ? String(value).trim() : ''
    if (text) kept[name] = text
  }
  return kept
}

export function readState(search: URLSearchParams, names: readonly string[], prefix = ''): ListState {
  const size = Number(search.get(`${prefix}size`))
  const page = Number(search.get(`${prefix}page`))
  const order = search.get(`${prefix}order_by`)
  return {
    page: Number.isInteger(page) && page > 1 ? page - 1 : 0,
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : DEFAULT_PAGE_SIZE,
    orderBy: order && /^[a-zA-Z]+ (asc|desc)$/.test(order) ? order : undefined,
    filters: dropEmpty(Object.fromEntries(names.map((n) => [n, search.get(prefix + n)]))),
  }
}

/** Writes only values that differ from the defaults; keeps the parameters of other parts of the page. */
export function writeState(
  search: URLSearchParams,
  state: ListState,
  names: readonly string[],
  prefix = '',
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of ['page', 'size', 'order_by', ...names]) next.delete(prefix + name)
  for (const [name, value] of Object.entries(state.filters)) next.set(prefix + name, value)
  if (state.orderBy) next.set(`${prefix}order_by`, state.orderBy)
  if (state.size !== DEFAULT_PAGE_SIZE) next.set(`${prefix}size`, String(state.size))
  if (state.page > 0) next.set(`${prefix}page`, String(state.page + 1))
  return next
}

/**
 * The order after a click on a column heading: ascending, then descending, then the usual order (undefined).
 * If the usual order is descending by this column, ascending again, because a click without effect looks
 * broken.
 */
export function turnOrder(
  field: string,
  now: string | undefined,
  usual: string | undefined,
): string | undefined {
  if (now === `${field} asc`) return `${field} desc`
  if (now !== `${field} desc` || usual === now) return `${field} asc`
  return undefined
}

/** The call's query. `boot/first-data.ts` must write the keys in the same order. */
export const toQuery = (
  { page, size, orderBy, filters }: ListState,
  fixed: Record<string, unknown> = {},
): ListQuery => ({
  page,
  size,
  ...(orderBy && { order_by: orderBy }),
  ...fixed,
  ...filters,
})

export function useListState(names: readonly string[], prefix = '') {
  const [search, setSearch] = useSearchParams()
  const isStillHere = useStillHere()
  const key = names.join()
  // Pages pass their filter names as a new array literal on each render; compare them by content.
  const own = useMemo(() => (key ? key.split(',') : []), [key])
  const state = useMemo(() => readState(search, own, prefix), [search, own, prefix])
  const change = useCallback(
    (part: Partial<ListState>, replace = false) =>
      afterPaint(() => {
        if (!isStillHere()) return
        // A changed filter, order or size starts again at the first page.
        setSearch(
          (now) => writeState(now, { ...readState(now, own, prefix), page: 0, ...part }, own, prefix),
          { replace, preventScrollReset: true },
        )
      }),
    [setSearch, own, prefix, isStillHere],
  )
  return { state, change }
}

/** If the page is past the end (rows were removed, an old link), opens the last page. */
export function useWithinPages(
  list: Pick<UseQueryResult<Page<unknown>>, 'data' | 'isPlaceholderData'>,
  { page, size }: ListState,
  change: (part: Partial<ListState>, replace?: boolean) => void,
): void {
  const total = list.data?.total ?? 0
  const empty = list.data?.items.length === 0 && !list.isPlaceholderData
  const last = Math.max(Math.ceil(total / size) - 1, 0)
  const beyond = empty && total > 0 && page > last
  useEffect(() => {
    if (beyond) change({ page: last }, true)
  }, [beyond, last, change])
}
