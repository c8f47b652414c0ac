import { formatSecond } from '../../../lib/format.ts'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { Button, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useLogs } from '../account.queries.ts'
import type { LogRow } from '@portal/contract/account/account'
import '../../../ui/list/list.css'

const columns: Column<LogRow>[] = [
  { key: 'summary', title: '操作' },
  { key: 'target', title: '对象' },
  { key: 'at', title: '时间', render: (l) => formatSecond(l.at) },
  { key: 'ip', title: 'IP 地址' },
]

/** One's own sign-ins and operations, the newest first; further back on demand. */
export function OperationLog() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useLogs()
  const rows = data?.pages.flatMap((page) => page.items)
  return (
    <Card title="登录与操作日志">
      {!rows ? (
        error ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={6} height={28} />
        )
      ) : rows.length === 0 ? (
        <Empty text="还没有操作记录" />
      ) : (
        <>
          <DataTable caption="登录与操作日志" columns={columns} rows={rows} rowKey={(l) => l.id} />
          <p className="account-more">
            {hasNextPage ? (
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                更早的记录
              </Button>
            ) : (
              <span className="muted">没有更早的记录了</span>
            )}
          </p>
        </>
      )}
    </Card>
  )
}
