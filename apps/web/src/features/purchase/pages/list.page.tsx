import { purchaseCalls } from '@portal/contract/purchase/calls'
import type { PurchaseRow } from '@portal/contract/purchase/rows'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { purchaseRowActions, purchaseBatch } from '../parts/list-actions.tsx'
import { purchaseColumns as c, purchaseFilters as f } from '../purchase.columns.tsx'
import { savePurchases, usePurchases } from '../purchase.queries.ts'

/** Purchases that the user requested or has to decide; the offices see all. */
export default function PurchaseListPage() {
  useLive(['me'], [purchaseCalls.list])
  return (
    <ListPage<PurchaseRow>
      title="申购单查询"
      rows={usePurchases}
      columns={[
        c.number,
        c.title,
        c.requester,
        c.dept,
        c.budget,
        c.kinds,
        c.method,
        c.supplier,
        c.state,
        c.since,
      ]}
      filters={[f.keyword, f.scope, f.state, f.dept, f.method, f.precious, f.imported, f.days]}
      actions={purchaseRowActions}
      batch={purchaseBatch}
      onExport={savePurchases}
      extra={
        <ButtonLink kind="primary" to={to('/osp/subscribe/subscribeHint')}>
          填报申购
        </ButtonLink>
      }
      empty={{
        text: '还没有申购',
        action: <ButtonLink to={to('/osp/subscribe/subscribeHint')}>填报申购</ButtonLink>,
      }}
    />
  )
}
