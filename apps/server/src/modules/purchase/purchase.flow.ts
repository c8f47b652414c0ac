import {
  purchaseEventWords,
  purchaseStateWords,
  type PurchaseEvent,
  type PurchaseState,
} from '@portal/contract/purchase/purchase'
import { defineFlow, type Step } from '../../kernel/flow.ts'

/**
 * `requester` asks; `dept_head`, `finance` and `equip_office` stand for whoever is awaited there, and the office ends contracts; `buyer` runs the sourcing: the requester of a
 * general purchase, the tendering office otherwise; `office` is anybody of the equipment or the tendering office; `customs` is the equipment
 * office, whoever is awaited; `system` is what experts, tender, delivery and stock-in bring about.
 */
export type PurchaseRole =
  | 'requester'
  | 'dept_head'
  | 'finance'
  | 'equip_office'
  | 'buyer'
  | 'office'
  | 'customs'
  | 'system'

/** From handing in until all has come. */
const underWay = [
  'awaiting_experts',
  'awaiting_dept_head',
  'awaiting_finance',
  'awaiting_equip_office',
  'awaiting_sourcing',
  'awaiting_contract',
  'awaiting_delivery',
  'in_acceptance',
] as const

const steps: Step<PurchaseState, PurchaseEvent, PurchaseRole>[] = [
  { from: null, on: 'create', by: ['requester'], to: 'draft' },
  { from: 'draft', on: 'change', by: ['requester'], to: 'draft' },
  // Precious or imported: experts first.
  { from: 'draft', on: 'submit', by: ['requester'], to: 'awaiting_experts' },
  { from: 'draft', on: 'submit', by: ['requester'], to: 'awaiting_dept_head' },
  // Which of the approvals it goes through, the policy says.
  { from: 'draft', on: 'submit', by: ['requester'], to: 'awaiting_finance' },
  { from: 'draft', on: 'submit', by: ['requester'], to: 'awaiting_equip_office' },
  // One of two panels; then the last one.
  { from: 'awaiting_experts', on: 'conclude', by: ['system'], to: 'awaiting_experts' },
  { from: 'awaiting_experts', on: 'conclude', by: ['system'], to: 'awaiting_dept_head' },
  { from: 'awaiting_experts', on: 'conclude', by: ['system'], to: 'awaiting_finance' },
  { from: 'awaiting_experts', on: 'conclude', by: ['system'], to: 'awaiting_equip_office' },
  { from: 'awaiting_experts', on: 'send_back', by: ['system', 'equip_office'], to: 'draft', reason: true },
  { from: 'awaiting_dept_head', on: 'approve', by: ['dept_head'], to: 'awaiting_finance' },
  { from: 'awaiting_dept_head', on: 'approve', by: ['dept_head'], to: 'awaiting_equip_office' },
  { from: 'awaiting_dept_head', on: 'send_back', by: ['dept_head'], to: 'draft', reason: true },
  { from: 'awaiting_dept_head', on: 'refuse', by: ['dept_head'], to: 'refused', reason: true },
  { from: 'awaiting_finance', on: 'approve', by: ['finance'], to: 'awaiting_equip_office' },
  { from: 'awaiting_finance', on: 'send_back', by: ['finance'], to: 'draft', reason: true },
  { from: 'awaiting_finance', on: 'refuse', by: ['finance'], to: 'refused', reason: true },
  { from: 'awaiting_equip_office', on: 'approve', by: ['equip_office'], to: 'awaiting_sourcing' },
  { from: 'awaiting_equip_office', on: 'send_back', by: ['equip_office'], to: 'draft', reason: true },
  { from: 'awaiting_equip_office', on: 'refuse', by: ['equip_office'], to: 'refused', reason: true },
  { from: 'awaiting_sourcing', on: 'award', by: ['buyer', 'system'], to: 'awaiting_contract' },
  { from: 'awaiting_contract', on: 'void_award', by: ['office'], to: 'awaiting_sourcing', reason: true },
  { from: 'awaiting_contract', on: 'sign_contract', by: ['office'], to: 'awaiting_delivery' },
  { from: 'awaiting_delivery', on: 'deliver', by: ['system'], to: 'in_acceptance' },
  { from: 'in_acceptance', on: 'complete', by: ['system'], to: 'done' },
  // What is not accepted will not come any more: nothing was accepted, all that was is on the shelf, or some of it is on its way there.
  { from: 'awaiting_delivery', on: 'terminate', by: ['equip_office'], to: 'terminated', reason: true },
  { from: 'in_acceptance', on: 'terminate', by: ['equip_office'], to: 'terminated', reason: true },
  { from: 'in_acceptance', on: 'terminate', by: ['equip_office'], to: 'done', reason: true },
  { from: 'in_acceptance', on: 'terminate', by: ['equip_office'], to: 'in_acceptance', reason: true },
  // The certificate of duty exemption is issued when the customs come to it.
  ...underWay.map((state) => ({ from: state, on: 'certify', by: ['customs'], to: state }) as const),
  // Until somebody is bound by it.
  { from: 'draft', on: 'cancel', by: ['requester'], to: 'cancelled', reason: true },
  { from: 'awaiting_experts', on: 'cancel', by: ['requester'], to: 'cancelled', reason: true },
  { from: 'awaiting_dept_head', on: 'cancel', by: ['requester'], to: 'cancelled', reason: true },
  { from: 'awaiting_finance', on: 'cancel', by: ['requester'], to: 'cancelled', reason: true },
  { from: 'awaiting_equip_office', on: 'cancel', by: ['requester'], to: 'cancelled', reason: true },
  { from: 'awaiting_sourcing', on: 'cancel', by: ['requester', 'office'], to: 'cancelled', reason: true },
]

export const purchaseFlow = defineFlow<PurchaseState, PurchaseEvent, PurchaseRole>(
  'purchase',
  { state: purchaseStateWords, event: purchaseEventWords },
  steps,
)
