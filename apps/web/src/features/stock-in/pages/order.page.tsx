import { useLocation, useSearchParams } from 'react-router'
import { PrintedStockIn } from '../parts/stock-in-sheet.tsx'
import { StockInView } from '../parts/stock-in-view.tsx'
import { StockIns } from '../parts/stock-ins.tsx'
import { pageOf } from '../stock-in.words.ts'

/** `id`: one order at the step of this address, or where it has gone on to; without: those at this step. `print`: the same on paper. */
export default function OrderPage() {
  const [search] = useSearchParams()
  const finance = useLocation().pathname.endsWith('finance')
  const id = Number(search.get('id')) || 0
  if (!id)
    return (
      <StockIns
        title={finance ? '财务报销入库单' : '预入库'}
        fixed={{ state: finance ? 'awaiting_finance' : 'awaiting_info' }}
      />
    )
  return search.get('print') ? (
    <PrintedStockIn id={id} />
  ) : (
    <StockInView key={id} id={id} home={(s) => pageOf(s.state)} />
  )
}
