import { CorrectForm } from './correct-form.tsx'
import { StockInForm } from './stock-in-form.tsx'
import { VoucherForm } from './voucher-form.tsx'

/** The forms on the pages of an order. */
export const forms = { voucher: VoucherForm, change: StockInForm, correct: CorrectForm }
