import type { InstanceRow } from '@portal/contract/workflow/workflow'
import { useMemo, type ReactNode } from 'react'
import { asFailure } from '../../../lib/failure.ts'
import { to } from '../../../lib/paths.ts'
import { Button, Empty, Skeleton } from '../../../ui/light.tsx'
import { BatchBar } from '../../../ui/list/batch-bar.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { FilterBar, listNames, type Filter } from '../../../ui/list/filters.tsx'
import { dropEmpty, useListState } from '../../../ui/list/list-query.ts'
import { PageError } from '../../../ui/page-error.tsx'
import { saveInstances, useInstances } from '../workflow.queries.ts'
import { listInstanceColumns } from '../workflow.words.tsx'
import './instance-list.css'

interface Props {
  title: string
  scope: 'mine' | 'acted' | 'copied' | 'all'
  filters: readonly Filter[]
  empty: string
  /** The action to offer when the list is empty. */
  start?: ReactNode
  /** Content between title and filters. */
  intro?: ReactNode
}

/** Running and ended instances, newest first, with keyset paging. */
export function InstanceList({ title, scope, filters, empty, start, intro }: Props) {
  const { state, change } = useListState(useMemo(() => listNames(filters), [filters]))
  const query = { ...state.filters, scope }
  const { data, error, isPending, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInstances(query)
  const rows = data?.pages.flatMap((page) => page.items) ?? []
  const filtered = Object.keys(state.filters).length > 0
  return (
    <section className="list-page" aria-label={title}>
      <header className="page-head">
        <h1>{title}</h1>
        {start && <div className="page-extra no-print">{start}</div>}
      </header>
      {intro}
      <FilterBar
        filters={filters}
        values={state.filters}
        onChange={(values) => change({ filters: dropEmpty(values) })}
        onAgain={() => void refetch()}
      />
      <div className="card list-card" aria-busy={isFetching}>
        <BatchBar
          batch={[]}
          rows={[]}
          onDone={() => undefined}
          onExport={rows.length > 0 ? (transfer) => saveInstances(query, transfer) : undefined}
        />
        {isPending ? (
          <Skeleton rows={8} height={30} />
        ) : error && !data ? (
          <PageError error={asFailure(error)} onRetry={() => void refetch()} />
        ) : rows.length === 0 ? (
          <Empty text={filtered ? '没有符合条件的记录' : empty}>
            {filtered ? (
              <Button onClick={() => change({ filters: {} })}>清除筛选条件</Button>
            ) : (
              scope === 'mine' && start
            )}
          </Empty>
        ) : (
          <>
            <DataTable<InstanceRow>
              caption={title}
              columns={scope === 'mine' ? mine : others}
              rows={rows}
              rowKey={({ id }) => id}
              actions={[{ label: '查看', to: ({ id }) => to('/bpm/instance', { id }) }]}
            />
            <p className="instance-more">
              <span className="muted">{sayCount(rows.length, data?.pages[0])}</span>
              {hasNextPage && (
                <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  更早的流程
                </Button>
              )}
            </p>
          </>
        )}
      </div>
    </section>
  )
}

function sayCount(shown: number, first: { total: number | null; totalExact: boolean } | undefined): string {
  const total = `共 ${first?.total ?? shown} 条${first?.totalExact === false ? '以上' : ''}`
  return shown < (first?.total ?? 0) ? `${total}，已显示 ${shown} 条` : total
}

const mine = listInstanceColumns({ starter: false })
const others = listInstanceColumns({ starter: true })
