import { useSearchParams } from 'react-router'
import { DeliveryView } from '../parts/delivery-view.tsx'
import { DeliveryFiles, EnteredPieces } from '../parts/delivery-summary.tsx'
import { EnterFiles, EnterPieces } from '../parts/enter-pieces.tsx'
import { SupplierDeliveries } from '../shared/supplier-deliveries.tsx'

/** The supplier's deliveries; with `id` in the address, one of them to fill in. */
export default function ProviderDevicePage() {
  const id = Number(useSearchParams()[0].get('id')) || 0
  if (!id) return <SupplierDeliveries />
  return (
    <DeliveryView key={id} id={id}>
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
