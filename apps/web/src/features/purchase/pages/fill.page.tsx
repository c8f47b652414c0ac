import { useSearchParams } from 'react-router'
import { Waiting } from '../../../ui/waiting.tsx'
import { Filling, PurchasePage } from '../parts/purchase-page.tsx'
import { PurchaseSheet } from '../parts/purchase-sheet.tsx'
import { usePurchase } from '../purchase.queries.ts'

/** Without `id` a new purchase; with it that purchase, editable while a draft; `view=print` for paper. */
export default function FillPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  if (!id) return <Filling />
  return search.get('view') === 'print' ? <Printed id={id} /> : <PurchasePage key={id} id={id} />
}

function Printed({ id }: { id: number }) {
  const query = usePurchase({ params: { id } }, { staleTime: 0 })
  return query.data ? (
    <PurchaseSheet purchase={query.data} />
  ) : (
    <Waiting query={query} rows={10} height={20} />
  )
}
