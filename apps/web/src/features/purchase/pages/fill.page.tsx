import { useSearchParams } from 'react-router'
import type { PurchaseDetail } from '@portal/contract/purchase/rows'
import { Card, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { PurchaseForm } from '../parts/purchase-form.tsx'
import { PurchasePage } from '../parts/purchase-page.tsx'
import { PurchaseSheet } from '../parts/purchase-sheet.tsx'
import { usePurchase, usePurchaseRules } from '../purchase.queries.ts'

/** Without `id` a new one; with it a draft to go on with, or whatever became of it; `view=print` on paper. */
export default function FillPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  if (!id) return <Filling />
  return search.get('view') === 'print' ? <Printed id={id} /> : <PurchasePage key={id} id={id} draft={(p) => <Filling key={p.id} purchase={p} />} />
}

function Filling({ purchase }: { purchase?: PurchaseDetail }) {
  const { data: rules, error, refetch } = usePurchaseRules()
  if (!rules) return <Card>{error ? <PageError error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} height={30} />}</Card>
  return <PurchaseForm rules={rules} {...(purchase && { purchase })} />
}

function Printed({ id }: { id: number }) {
  const { data, error, refetch } = usePurchase({ params: { id } }, { staleTime: 0 })
  if (!data) return <Card>{error ? <PageError error={error} onRetry={() => void refetch()} /> : <Skeleton rows={10} height={20} />}</Card>
  return <PurchaseSheet purchase={data} />
}
