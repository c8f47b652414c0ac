import { useState } from 'react'
import { operationResultWords, type OperationRow } from '@portal/contract/monitor/monitor'
import { asFailure } from '../../../lib/failure.ts'
import { formatSecond } from '../../../lib/format.ts'
import { Button, Empty, Skeleton } from '../../../ui/light.tsx'
import { BatchBar } from '../../../ui/list/batch-bar.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { FilterBar, listNames, type Filter } from '../../../ui/list/filters.tsx'
import { dropEmpty, useListState } from '../../../ui/list/list-query.ts'
import { NotRenewed } from '../../../ui/list/not-renewed.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { saveOperations, useOperations } from '../monitor.queries.ts'
import { ObjectName } from '../shared/changes.tsx'
import { OperationDetail } from '../parts/operation-detail.tsx'

/** Who did what, when and from where: newest first, paged by key. */
export default function OperateLogPage() {
  const { state, change } = useListState(names)
  const log = useOperations(state.filters)
  const { data, error, isPending, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = log
  const [open, setOpen] = useState<number | null>(null)
  const rows = data?.pages.flatMap((p) => p.items) ?? []
  const filtered = Object.keys(state.filters).length > 0
  return (
    <section className="list-page" aria-label="操作日志">
      <header className="page-head">
        <h1>操作日志</h1>
      </header>
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
          onExport={rows.length > 0 ? (transfer) => saveOperations(state.filters, transfer) : undefined}
        />
        <NotRenewed list={log} />
        {isPending ? (
          <Skeleton rows={8} height={30} />
        ) : error && !data ? (
          <PageError error={asFailure(error)} onRetry={() => void refetch()} />
        ) : rows.length === 0 && !hasNextPage ? (
          <Empty text={filtered ? '没有符合条件的记录' : '还没有操作记录'}>
            {filtered && <Button onClick={() => change({ filters: {} })}>清除筛选条件</Button>}
          </Empty>
        ) : (
          <DataTable
            caption="操作日志"
            columns={columns}
            rows={rows}
            rowKey={(r) => r.id}
            actions={[{ label: '详情', run: (r) => setOpen(r.id) }]}
          />
        )}
        {hasNextPage && (
          <p style={{ margin: '12px 0 0', textAlign: 'center' }}>
            {rows.length === 0 && <span className="muted">近期没有符合条件的记录。</span>}{' '}
            <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              更早的记录
            </Button>
          </p>
        )}
      </div>
      <OperationDetail id={open} onClose={() => setOpen(null)} />
    </section>
  )
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'person', label: '操作人', placeholder: '用户名或完整姓名' },
  { kind: 'text', name: 'keyword', label: '操作', placeholder: '操作名称、对象或接口' },
  { kind: 'days', name: 'from', until: 'to', label: '时间' },
  {
    kind: 'select',
    name: 'result',
    label: '结果',
    options: Object.entries(operationResultWords).map(([value, label]) => ({ value, label })),
  },
  { kind: 'text', name: 'ip', label: 'IP 地址', placeholder: '完整地址' },
]
const names = listNames(filters)

const columns: readonly Column<OperationRow>[] = [
  { key: 'at', title: '时间', width: 190, render: (o) => formatSecond(o.at) },
  {
    key: 'who',
    title: '操作人',
    render: (o) => (o.name ? `${o.name}（${o.username}）` : (o.username ?? '未登录')),
  },
  { key: 'summary', title: '内容', main: true },
  { key: 'object', title: '对象', render: (o) => <ObjectName object={o.object} link={o.link} /> },
  {
    key: 'result',
    title: '结果',
    render: (o) => (
      <StateTag tone={o.result === 'done' ? 'done' : 'refused'} text={operationResultWords[o.result]} />
    ),
  },
  { key: 'ip', title: 'IP 地址' },
]
