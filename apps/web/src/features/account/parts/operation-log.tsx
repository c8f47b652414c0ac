import { useState } from 'react'
import { formatSecond } from '../../../lib/format.ts'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { Button, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { Changes, ObjectName } from '../../monitor/shared/changes.tsx'
import { useLogs } from '../account.queries.ts'
import type { LogRow } from '@portal/contract/account/account'
import '../../../ui/list/list.css'

const columns = (show: (l: LogRow) => void): Column<LogRow>[] => [
  { key: 'summary', title: '操作' },
  { key: 'object', title: '对象', render: (l) => <ObjectName object={l.object} link={l.link} /> },
  { key: 'at', title: '时间', render: (l) => formatSecond(l.at) },
  { key: 'ip', title: 'IP 地址' },
  {
    key: 'changes',
    title: '改动',
    render: (l) => l.changes.length > 0 && <Button onClick={() => show(l)}>查看</Button>,
  },
]

/** The user's own sign-ins and operations, newest first; older ones on demand. */
export function OperationLog() {
  const [shown, setShown] = useState<LogRow | null>(null)
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
          <DataTable caption="登录与操作日志" columns={columns(setShown)} rows={rows} rowKey={(l) => l.id} />
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
      <Modal
        open={shown !== null}
        title={shown?.summary}
        footer={null}
        onCancel={() => setShown(null)}
        destroyOnHidden
        width={720}
      >
        {shown && <Changes changes={shown.changes} />}
      </Modal>
    </Card>
  )
}
