import { useSearchParams } from 'react-router'
import { stockInCalls } from '@portal/contract/stock-in/stock-in'
import { useLive } from '../../../lib/live.ts'
import { Labels } from '../parts/labels.tsx'
import { StockInSheet } from '../parts/stock-in-sheet.tsx'
import { StockInView } from '../parts/stock-in-view.tsx'
import { StockIns } from '../parts/stock-ins.tsx'
import { useStockIn } from '../stock-in.queries.ts'

/** `id`: one order to be stored, or stored; `devices`: labels to print; `print`: the order on paper. */
export default function FinishPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  const devices = search.get('devices')
  if (devices) return <Labels deviceIds={devices} />
  if (!id) return <StockIns title="正式入库" fixed={{ state: 'awaiting_store' }} />
  return search.get('print') ? <StockInSheet id={id} /> : <One key={id} id={id} />
}

function One({ id }: { id: number }) {
  const query = useStockIn({ params: { id } }, { staleTime: 0 })
  useLive(['me'], [stockInCalls.get])
  return <StockInView query={query} />
}
