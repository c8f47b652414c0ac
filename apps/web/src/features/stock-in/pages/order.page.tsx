import { useLocation, useSearchParams } from 'react-router'
import { ProcessPage } from '../../../ui/process/process-page.tsx'
import { forms } from '../parts/forms.ts'
import { PrintedStockIn } from '../parts/stock-in-sheet.tsx'
import { StockIns } from '../parts/stock-ins.tsx'
import { stockIn } from '../shared/stock-in.process.tsx'
import { findAddress } from '../stock-in.words.ts'

/**
 * With `id` one order, at this address's step or a later one; without it, those at this step. `print` for
 * paper.
 */
export default function OrderPage() {
  const [search] = useSearchParams()
  const finance = useLocation().pathname.endsWith('finance')
  const id = Number(search.get('id')) || 0
  if (!id)
    return (
      <StockIns
        title={finance ? '财务报销入库单' : '预入库'}
        at={finance ? 'awaiting_finance' : 'awaiting_info'}
      />
    )
  return search.get('print') ? (
    <PrintedStockIn id={id} />
  ) : (
    <ProcessPage key={id} process={stockIn} forms={forms} id={id} home={findAddress} />
  )
}
