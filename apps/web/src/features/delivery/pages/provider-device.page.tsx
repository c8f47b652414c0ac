import { useSearchParams } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { ProcessPage } from '../../../ui/process/process-page.tsx'
import { PrintedDelivery } from '../parts/delivery-sheet.tsx'
import { FillIn } from '../parts/fill-in.tsx'
import { filledIn } from '../shared/delivery.process.tsx'
import { SupplierDeliveries } from '../shared/supplier-deliveries.tsx'

const PATH = '/osp/storage/providerDevice'

/** The supplier's deliveries; with `id` in the address, one of them to fill in; `view=print` for paper. */
export default function ProviderDevicePage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  if (!id) return <SupplierDeliveries />
  if (search.get('view') === 'print') return <PrintedDelivery id={id} back={to(PATH, { id })} />
  return <ProcessPage key={id} process={filledIn} forms={{ save: FillIn }} id={id} />
}
