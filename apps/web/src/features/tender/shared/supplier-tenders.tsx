import type { TenderRow } from '@portal/contract/tender/rows'
import { Link } from 'react-router'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { tenderColumns as c, tenderPage } from '../tender.columns.tsx'
import { useTenderList } from '../tender.queries.ts'
import { mineTags } from '../tender.words.ts'

const SOME = 5
const columns: readonly Column<TenderRow>[] = [
  { ...c.title, render: (t) => <Link to={tenderPage(t.id)}>{t.title}</Link> },
  { key: 'opensAt', title: '报价截止', render: (t) => formatMinute(t.opensAt) },
  { key: 'mine', title: '报价', render: (t) => t.mine && <StateTag {...mineTags[t.mine]} /> },
]

/** For a supplier's home: the tenders that are open for quotations. */
export function SupplierTenders() {
  const { data, error, refetch } = useTenderList({ query: { scope: 'open', size: SOME } })
  return (
    <Card title="可报价的项目" extra={<Link to={to('/osp/subscribe/invitation')}>全部采购项目</Link>}>
      {data === undefined ? (
        error ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={3} />
        )
      ) : data.items.length === 0 ? (
        <Empty text="目前没有可以报价的采购项目" />
      ) : (
        <DataTable caption="可报价的项目" columns={columns} rows={data.items} rowKey={(t) => t.id} />
      )}
    </Card>
  )
}
