import {
  scrapEventWords,
  scrapStateWords,
  type ScrapEvent,
  type ScrapState,
} from '@portal/contract/asset/asset'
import { defineFlow, type Step } from '../../kernel/flow.ts'

/** `requester` keeps the device; `dept_head`, `finance` and `equip_office` stand for whoever is awaited there; `system` is what the experts come to. */
export type ScrapRole = 'requester' | 'dept_head' | 'finance' | 'equip_office' | 'system'

const steps: Step<ScrapState, ScrapEvent, ScrapRole>[] = [
  { from: null, on: 'create', by: ['requester'], to: 'draft' },
  { from: 'draft', on: 'change', by: ['requester'], to: 'draft' },
  // From the threshold on, experts first.
  { from: 'draft', on: 'submit', by: ['requester'], to: 'awaiting_experts' },
  // Which of the approvals it goes through, the policy says.
  { from: 'draft', on: 'submit', by: ['requester'], to: 'awaiting_dept_head' },
  { from: 'draft', on: 'submit', by: ['requester'], to: 'awaiting_finance' },
  { from: 'draft', on: 'submit', by: ['requester'], to: 'awaiting_equip_office' },
  { from: 'awaiting_experts', on: 'conclude', by: ['system'], to: 'awaiting_dept_head' },
  { from: 'awaiting_experts', on: 'conclude', by: ['system'], to: 'awaiting_finance' },
  { from: 'awaiting_experts', on: 'conclude', by: ['system'], to: 'awaiting_equip_office' },
  { from: 'awaiting_experts', on: 'send_back', by: ['system'], to: 'draft', reason: true },
  { from: 'awaiting_dept_head', on: 'approve', by: ['dept_head'], to: 'awaiting_finance' },
  { from: 'awaiting_dept_head', on: 'approve', by: ['dept_head'], to: 'awaiting_equip_office' },
  { from: 'awaiting_dept_head', on: 'send_back', by: ['dept_head'], to: 'draft', reason: true },
  { from: 'awaiting_dept_head', on: 'refuse', by: ['dept_head'], to: 'refused', reason: true },
  { from: 'awaiting_finance', on: 'approve', by: ['finance'], to: 'awaiting_equip_office' },
  { from: 'awaiting_finance', on: 'send_back', by: ['finance'], to: 'draft', reason: true },
  { from: 'awaiting_finance', on: 'refuse', by: ['finance'], to: 'refused', reason: true },
  { from: 'awaiting_equip_office', on: 'approve', by: ['equip_office'], to: 'awaiting_disposal' },
  { from: 'awaiting_equip_office', on: 'send_back', by: ['equip_office'], to: 'draft', reason: true },
  { from: 'awaiting_equip_office', on: 'refuse', by: ['equip_office'], to: 'refused', reason: true },
  { from: 'awaiting_disposal', on: 'dispose', by: ['equip_office'], to: 'disposed' },
  { from: 'draft', on: 'cancel', by: ['requester'], to: 'cancelled', reason: true },
  { from: 'awaiting_experts', on: 'cancel', by: ['requester'], to: 'cancelled', reason: true },
  { from: 'awaiting_dept_head', on: 'cancel', by: ['requester'], to: 'cancelled', reason: true },
  { from: 'awaiting_finance', on: 'cancel', by: ['requester'], to: 'cancelled', reason: true },
  { from: 'awaiting_equip_office', on: 'cancel', by: ['requester'], to: 'cancelled', reason: true },
]

export const scrapFlow = defineFlow<ScrapState, ScrapEvent, ScrapRole>(
  'scrap',
  { state: scrapStateWords, event: scrapEventWords },
  steps,
)
