import { settlementNumber } from '../settlement/settlement.ts'
import { stockInNumber } from '../stock-in/stock-in.ts'
import type { LedgerBusiness } from './fund-card.ts'

interface Movement {
  business: LedgerBusiness
  rowId: number
}
/** The number of what moved a card's money, as its own list shows it: JS00000012, RK00000012, booking 12. */
export function ledgerNumber({ business, rowId }: Movement): string | number {
  if (business === 'settlement') return settlementNumber(rowId)
  return business === 'stock_in' ? stockInNumber(rowId) : rowId
}
