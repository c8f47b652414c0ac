import {
  supplierEventWords,
  supplierStateWords,
  type SupplierEvent,
  type SupplierState,
} from '@portal/contract/supplier/supplier'
import { defineFlow, type Step } from '../../kernel/flow.ts'

/** `office` invites (equipment or tendering office); `invited` holds the invitation; `member` acts for the company; `tender_office` audits it. */
export type SupplierRole = 'office' | 'invited' | 'member' | 'tender_office' | 'system'

const steps: Step<SupplierState, SupplierEvent, SupplierRole>[] = [
  { from: null, on: 'invite', by: ['office'], to: 'invited' },
  // The mail got lost, or the time ran out.
  { from: 'invited', on: 'invite', by: ['office'], to: 'invited' },
  { from: 'invited', on: 'activate', by: ['invited'], to: 'awaiting_papers' },
  { from: 'awaiting_papers', on: 'submit', by: ['member'], to: 'awaiting_audit' },
  { from: 'returned', on: 'submit', by: ['member'], to: 'awaiting_audit' },
  // A company that changes what was audited is audited again.
  { from: 'approved', on: 'submit', by: ['member'], to: 'awaiting_audit' },
  { from: 'awaiting_audit', on: 'approve', by: ['tender_office'], to: 'approved' },
  { from: 'awaiting_audit', on: 'send_back', by: ['tender_office'], to: 'returned', reason: true },
  { from: 'approved', on: 'expire', by: ['system'], to: 'returned', reason: true },
  { from: 'approved', on: 'suspend', by: ['tender_office'], to: 'suspended', reason: true },
  { from: 'suspended', on: 'resume', by: ['tender_office'], to: 'awaiting_audit' },
]

export const supplierFlow = defineFlow<SupplierState, SupplierEvent, SupplierRole>(
  'supplier',
  { state: supplierStateWords, event: supplierEventWords },
  steps,
)
