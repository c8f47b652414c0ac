import { useSearchParams } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { PrintedDelivery } from '../parts/delivery-sheet.tsx'
import { DeliveryView } from '../parts/delivery-view.tsx'
import { DeliveryFiles, EnteredPieces } from '../parts/delivery-summary.tsx'
import { EnterFiles, EnterPieces } from '../parts/enter-pieces.tsx'
import { SupplierDeliveries } from '../shared/supplier-deliveries.tsx'

const PATH = '/osp/storage/providerDevice'

/** The supplier's deliveries; with `id` in the address, one of them to fill in; `view=print` on paper. */
export default function ProviderDevicePage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  if (!id) return <SupplierDeliveries />
  if (search.get('view') === 'print') return <PrintedDelivery id={id} back={to(PATH, { id })} />
  return (
    <DeliveryView key={id} id={id} path={PATH}>
      {(d) =>
        d.can.includes('save') ? (
          <>
            <EnterPieces delivery={d} />
            <EnterFiles delivery={d} />
          </>
        ) : (
          <>
            <EnteredPieces delivery={d} />
            <DeliveryFiles delivery={d} />
          </>
        )
      }
    </DeliveryView>
  )
}
