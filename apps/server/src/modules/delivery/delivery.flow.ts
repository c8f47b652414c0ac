import {
  deliveryEventWords,
  deliveryStateWords,
  type DeliveryEvent,
  type DeliveryState,
} from '@portal/contract/delivery/delivery'
import { defineFlow, type Step } from '../../kernel/flow.ts'

/** `member` acts for the company that delivers; `tender_office` checks; `system` is the contract, its end, and pieces that were sent back. */
export type DeliveryRole = 'member' | 'tender_office' | 'system'

const steps: Step<DeliveryState, DeliveryEvent, DeliveryRole>[] = [
  { from: null, on: 'open', by: ['system'], to: 'awaiting_entry' },
  { from: 'awaiting_entry', on: 'submit', by: ['member'], to: 'awaiting_check' },
  { from: 'awaiting_check', on: 'approve', by: ['tender_office'], to: 'checked' },
  { from: 'awaiting_check', on: 'send_back', by: ['tender_office'], to: 'awaiting_entry', reason: true },
  // Of several acceptances one sends a piece back while another piece is entered anew.
  { from: 'awaiting_check', on: 'reopen', by: ['system'], to: 'awaiting_entry', reason: true },
  { from: 'checked', on: 'reopen', by: ['system'], to: 'awaiting_entry', reason: true },
  { from: 'awaiting_entry', on: 'end', by: ['system'], to: 'ended', reason: true },
  { from: 'awaiting_check', on: 'end', by: ['system'], to: 'ended', reason: true },
  { from: 'checked', on: 'end', by: ['system'], to: 'ended', reason: true },
]

export const deliveryFlow = defineFlow<DeliveryState, DeliveryEvent, DeliveryRole>(
  'delivery',
  { state: deliveryStateWords, event: deliveryEventWords },
  steps,
)
