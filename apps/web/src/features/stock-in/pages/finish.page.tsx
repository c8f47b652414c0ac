import { useSearchParams } from 'react-router'
import { Labels } from '../parts/labels.tsx'
import { PrintedStockIn } from '../parts/stock-in-sheet.tsx'
import { StockInView } from '../parts/stock-in-view.tsx'
import { StockIns } from '../parts/stock-ins.tsx'

/** `id`: one order to be stored, or stored; `devices`: labels to print; `print`: the order on paper. */
export default function FinishPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  const devices = search.get('devices')
  if (devices) return <Labels deviceIds={devices} />
  if (!id) return <StockIns title="正式入库" fixed={{ state: 'awaiting_store' }} />
  return search.get('print') ? <PrintedStockIn id={id} /> : <StockInView key={id} id={id} />
}
