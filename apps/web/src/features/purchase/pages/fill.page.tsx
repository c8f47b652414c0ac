import { useSearchParams } from 'react-router'
import type { PurchaseDetail } from '@portal/contract/purchase/rows'
import { Waiting } from '../../../ui/waiting.tsx'
import { PurchaseForm } from '../parts/purchase-form.tsx'
import { PurchasePage } from '../parts/purchase-page.tsx'
import { PurchaseSheet } from '../parts/purchase-sheet.tsx'
import { usePurchase, usePurchaseRules } from '../purchase.queries.ts'

/** Without `id` a new one; with it a draft to go on with, or whatever became of it; `view=print` on paper. */
export default function FillPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  if (!id) return <Filling />
  return search.get('view') === 'print' ? (
    <Printed id={id} />
  ) : (
    <PurchasePage key={id} id={id} draft={(p) => <Filling key={p.id} purchase={p} />} />
  )
}

function Filling({ purchase }: { purchase?: PurchaseDetail }) {
  const query = usePurchaseRules()
  const rules = query.data
  if (!rules) return <Waiting query={query} height={30} />
  return <PurchaseForm rules={rules} {...(purchase && { purchase })} />
}

function Printed({ id }: { id: number }) {
  const query = usePurchase({ params: { id } }, { staleTime: 0 })
  return query.data ? (
    <PurchaseSheet purchase={query.data} />
  ) : (
    <Waiting query={query} rows={10} height={20} />
  )
}
