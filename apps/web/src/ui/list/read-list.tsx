import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '@portal/contract/kernel/page'
import type { Failure } from '../../lib/failure.ts'
import { Button, Empty, Skeleton } from '../light.tsx'
import { PageError } from '../page-error.tsx'
import { useWithinPages, type ListState } from './list-query.ts'
import { NotRenewed } from './not-renewed.tsx'
import { Pager } from './pager.tsx'
import { ResultStatus } from './result-status.tsx'

interface Props<T> {
  list: UseQueryResult<Page<T>, Failure>
  state: ListState
  onChange: (part: Partial<ListState>, replace?: boolean) => void
  /** Noun: 公告, 资料. */
  what: string
  /** Shown if there are no items at all. */
  none: string
  children: (items: readonly T[]) => ReactNode
}

/** A list for reading, with its pages; for working with rows use ListPage. */
export function ReadList<T>({ list, state, onChange, what, none, children }: Props<T>) {
  const { data, error, isPending, refetch } = list
  useWithinPages(list, state, onChange)
  const filtered = Object.keys(state.filters).length > 0
  return (
    <>
      <ResultStatus list={list} page={state.page} />
      <NotRenewed list={list} />
      {isPending ? (
        <Skeleton rows={8} height={44} />
      ) : error && !data ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : !data?.items.length ? (
        <Empty text={filtered ? `没有符合条件的${what}` : none}>
          {filtered && <Button onClick={() => onChange({ filters: {} })}>查看全部{what}</Button>}
        </Empty>
      ) : (
        children(data.items)
      )}
      {data && data.total > 0 && (
        <Pager
          page={state.page}
          size={state.size}
          total={data.total}
          exact={data.totalExact !== false}
          onPage={(page) => onChange({ page })}
          onSize={(size) => onChange({ size })}
        />
      )}
    </>
  )
}
