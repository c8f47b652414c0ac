import {
  acceptanceEventWords,
  acceptanceStateWords,
  type AcceptanceEvent,
  type AcceptanceState,
} from '@portal/contract/acceptance/acceptance'
import { defineFlow, type Step } from '../../kernel/flow.ts'

/** `receiver` takes the pieces over; `member` signs with others and has not yet; `dept_head` and `equip_office` stand for whoever is awaited there, the office for anybody of it while others sign; `system` is the end of the contract. */
export type AcceptanceRole = 'receiver' | 'member' | 'dept_head' | 'equip_office' | 'system'
type AcceptanceStep = Step<AcceptanceState, AcceptanceEvent, AcceptanceRole>

const steps: AcceptanceStep[] = [
  { from: null, on: 'create', by: ['receiver'], to: 'draft' },
  { from: 'draft', on: 'change', by: ['receiver'], to: 'draft' },
  { from: 'draft', on: 'cancel', by: ['receiver', 'system'], to: 'cancelled', reason: true },
  { from: 'draft', on: 'submit', by: ['receiver'], to: 'awaiting_signatures' },
  // One of several; then the last one.
  { from: 'awaiting_signatures', on: 'sign', by: ['member'], to: 'awaiting_signatures' },
  { from: 'awaiting_signatures', on: 'sign', by: ['member'], to: 'awaiting_dept_head' },
  { from: 'awaiting_signatures', on: 'sign', by: ['member'], to: 'awaiting_audit' },
  { from: 'awaiting_signatures', on: 'object', by: ['member'], to: 'draft', reason: true },
  { from: 'awaiting_signatures', on: 'send_back', by: ['equip_office'], to: 'draft', reason: true },
  { from: 'awaiting_signatures', on: 'recall', by: ['receiver'], to: 'draft' },
  { from: 'awaiting_signatures', on: 'cancel', by: ['system'], to: 'cancelled', reason: true },
  // Where the policy asks for it.
  { from: 'awaiting_dept_head', on: 'approve', by: ['dept_head'], to: 'awaiting_audit' },
  { from: 'awaiting_dept_head', on: 'send_back', by: ['dept_head'], to: 'draft', reason: true },
  { from: 'awaiting_dept_head', on: 'recall', by: ['receiver'], to: 'draft' },
  { from: 'awaiting_dept_head', on: 'cancel', by: ['system'], to: 'cancelled', reason: true },
  { from: 'awaiting_audit', on: 'approve', by: ['equip_office'], to: 'accepted' },
  { from: 'awaiting_audit', on: 'send_back', by: ['equip_office'], to: 'draft', reason: true },
  { from: 'awaiting_audit', on: 'recall', by: ['receiver'], to: 'draft' },
  { from: 'awaiting_audit', on: 'cancel', by: ['system'], to: 'cancelled', reason: true },
]

export const acceptanceFlow = defineFlow<AcceptanceState, AcceptanceEvent, AcceptanceRole>(
  'acceptance',
  { state: acceptanceStateWords, event: acceptanceEventWords },
  steps,
)
