import { useSearchParams } from 'react-router'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import type { PurchaseRow } from '@portal/contract/purchase/rows'
import { useLive } from '../../../lib/live.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { purchaseRowActions } from '../parts/list-actions.tsx'
import { PurchasePage } from '../parts/purchase-page.tsx'
import { purchaseColumns as c, purchaseFilters as f } from '../purchase.columns.tsx'
import { savePurchases, usePurchases } from '../purchase.queries.ts'

const views = [
  {
    key: 'sourcing',
    title: '待采购',
    fixed: { state: 'awaiting_sourcing', method: 'general' },
    empty: '没有待采购的申购：一般采购经设备处批准后在这里登记报价',
  },
  {
    key: 'contract',
    title: '待签合同',
    fixed: { state: 'awaiting_contract' },
    empty: '没有待登记合同的申购',
  },
  { key: 'all', title: '全部一般采购', fixed: { method: 'general' }, empty: '还没有一般采购' },
] as const

/** Purchases without a tender: quotes and the award; and the contracts of all awarded purchases. */
export default function BuyPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  return id ? <PurchasePage key={id} id={id} /> : <Buying view={search.get('view')} />
}

function Buying({ view: wanted }: { view: string | null }) {
  const view = views.find((v) => v.key === wanted) ?? views[0]
  useLive(['me'], [purchaseCalls.list])
  return (
    <ListPage<PurchaseRow>
      key={view.key}
      title="一般采购"
      rows={usePurchases}
      fixed={view.fixed}
      intro={<LinkTabs label="采购环节" name="view" tabs={views} value={view.key} />}
      columns={[
        c.number,
        c.title,
        c.requester,
        c.dept,
        c.budget,
        c.method,
        c.supplier,
        c.contract,
        c.state,
        c.since,
      ]}
      filters={[f.keyword, f.dept, f.days]}
      actions={purchaseRowActions}
      onExport={savePurchases}
      empty={{ text: view.empty }}
    />
  )
}
