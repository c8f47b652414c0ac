import {
  stockInEventWords,
  stockInStateWords,
  type StockInEvent,
  type StockInState,
} from '@portal/contract/stock-in/stock-in'
import { defineFlow, type Step } from '../../kernel/flow.ts'

/**
 * `requester` completes and sends it; `finance` and `equip_office` stand for whoever is awaited there; `system` is an acceptance that passed.
 * `cashier` is anybody of finance but who asked for it: the voucher may come long after the yes.
 */
export type StockInRole = 'requester' | 'finance' | 'cashier' | 'equip_office' | 'system'

const steps: Step<StockInState, StockInEvent, StockInRole>[] = [
  { from: null, on: 'open', by: ['system'], to: 'awaiting_info' },
  { from: 'awaiting_info', on: 'change', by: ['requester'], to: 'awaiting_info' },
  { from: 'awaiting_info', on: 'submit', by: ['requester'], to: 'awaiting_finance' },
  { from: 'awaiting_finance', on: 'confirm', by: ['finance'], to: 'awaiting_store' },
  { from: 'awaiting_finance', on: 'send_back', by: ['finance'], to: 'awaiting_info', reason: true },
  // The money is gone by then: what the office finds wrong it puts right itself, it never goes back.
  { from: 'awaiting_store', on: 'change', by: ['equip_office'], to: 'awaiting_store' },
  { from: 'awaiting_store', on: 'store', by: ['equip_office'], to: 'stored' },
  { from: 'awaiting_store', on: 'voucher', by: ['cashier'], to: 'awaiting_store' },
  { from: 'stored', on: 'voucher', by: ['cashier'], to: 'stored' },
]

export const stockInFlow = defineFlow<StockInState, StockInEvent, StockInRole>(
  'stock_in',
  { state: stockInStateWords, event: stockInEventWords },
  steps,
)
