import { Navigate, useLocation, useSearchParams } from 'react-router'
import { stockInCalls } from '@portal/contract/stock-in/stock-in'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { StockInSheet } from '../parts/stock-in-sheet.tsx'
import { StockInView } from '../parts/stock-in-view.tsx'
import { StockIns } from '../parts/stock-ins.tsx'
import { useStockIn } from '../stock-in.queries.ts'
import { pageOf } from '../stock-in.words.ts'

/** `id`: one order at the step of this address; without: those at this step. `print`: the same on paper. */
export default function OrderPage() {
  const [search] = useSearchParams()
  const finance = useLocation().pathname.endsWith('finance')
  const id = Number(search.get('id')) || 0
  if (!id) return <StockIns title={finance ? '财务报销入库单' : '预入库'} fixed={{ state: finance ? 'awaiting_finance' : 'awaiting_info' }} />
  return search.get('print') ? <StockInSheet id={id} /> : <One key={id} id={id} />
}

function One({ id }: { id: number }) {
  const { pathname } = useLocation()
  const query = useStockIn({ params: { id } }, { staleTime: 0 })
  useLive(['me'], [stockInCalls.get])
  const right = query.data && pageOf(query.data.state)
  // It has gone on: to where it is now.
  if (right && right !== pathname) return <Navigate to={to(right, { id })} replace />
  return <StockInView query={query} />
}
