import { useSearchParams } from 'react-router'
import { acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import { stockInCalls } from '@portal/contract/stock-in/stock-in'
import { useLive } from '../../../lib/live.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { useWaitingAcceptances } from '../../acceptance/shared/waiting.ts'
import { Acceptances } from '../../acceptance/shared/acceptances.tsx'
import { StockIns } from '../parts/stock-ins.tsx'
import { useStockInCounts } from '../stock-in.queries.ts'

/** Acceptance and stock-in on one page, each with its count of waiting tasks. */
export default function ListPage() {
  const view = useSearchParams()[0].get('view') === 'stockIn' ? 'stockIn' : 'acceptance'
  const acceptances = useWaitingAcceptances()
  const orders = useStockInCounts().data?.waiting ?? 0
  useLive(
    ['me', 'inbox'],
    [acceptanceCalls.list, acceptanceCalls.counts, stockInCalls.list, stockInCalls.counts],
  )
  const counted = (title: string, count: number) => (count > 0 ? `${title}（${count} 待处理）` : title)
  const tabs = [
    { key: 'acceptance', title: counted('验收单', acceptances) },
    { key: 'stockIn', title: counted('入库单', orders) },
  ]
  return (
    <section className="list-page" aria-label="验收入库单">
      <header className="page-head">
        <h1>验收入库单</h1>
      </header>
      <LinkTabs label="单据类型" name="view" tabs={tabs} value={view} />
      <div key={view} className="list-page">
        {view === 'stockIn' ? <StockIns plain /> : <Acceptances plain />}
      </div>
    </section>
  )
}
