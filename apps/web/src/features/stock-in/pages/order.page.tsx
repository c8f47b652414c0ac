import { useLocation, useSearchParams } from 'react-router'
import { ProcessPage } from '../../../ui/process/process-page.tsx'
import { forms } from '../parts/forms.ts'
import { PrintedStockIn } from '../parts/stock-in-sheet.tsx'
import { StockIns } from '../parts/stock-ins.tsx'
import { stockIn } from '../shared/stock-in.process.tsx'
import { findAddress } from '../stock-in.words.ts'

/**
 * `id`: one order at the step of this address, or where it has gone on to; without: those at this step.
 * `print`: the same on paper.
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
