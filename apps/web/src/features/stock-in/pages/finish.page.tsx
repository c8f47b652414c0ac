import { useSearchParams } from 'react-router'
import { ProcessPage } from '../../../ui/process/process-page.tsx'
import { forms } from '../parts/forms.ts'
import { Labels } from '../parts/labels.tsx'
import { PrintedStockIn } from '../parts/stock-in-sheet.tsx'
import { StockIns } from '../parts/stock-ins.tsx'
import { stockIn } from '../shared/stock-in.process.tsx'

/** `id`: one order to be stored or stored; `devices`: labels to print; `print`: the order on paper. */
export default function FinishPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  const devices = search.get('devices')
  if (devices) return <Labels deviceIds={devices} />
  if (!id) return <StockIns title="正式入库" at="awaiting_store" />
  return search.get('print') ? (
    <PrintedStockIn id={id} />
  ) : (
    <ProcessPage key={id} process={stockIn} forms={forms} id={id} />
  )
}
