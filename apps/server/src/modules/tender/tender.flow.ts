import {
  tenderEventWords,
  tenderStateWords,
  type TenderEvent,
  type TenderState,
} from '@portal/contract/tender/tender'
import { defineFlow, type Step } from '../../kernel/flow.ts'

/** `tender_office` runs it; `supplier` is one that may quote; `member` sits in its committee and has not signed; `system` is the clock, and what becomes of the purchase. */
export type TenderRole = 'tender_office' | 'supplier' | 'member' | 'system'

const steps: Step<TenderState, TenderEvent, TenderRole>[] = [
  // With the purchase that is to be tendered, and again after a round that failed: a purchase never waits without a tender.
  { from: null, on: 'create', by: ['system'], to: 'draft' },
  { from: 'draft', on: 'change', by: ['tender_office'], to: 'draft' },
  { from: 'draft', on: 'announce', by: ['tender_office'], to: 'announced' },
  // Only before the opening time: the rules see to it, and the database.
  { from: 'announced', on: 'quote', by: ['supplier'], to: 'announced' },
  { from: 'announced', on: 'withdraw_quote', by: ['supplier'], to: 'announced' },
  // Whoever evaluates may be known before the opening, but is told nothing until then.
  { from: 'announced', on: 'committee', by: ['tender_office'], to: 'announced' },
  { from: 'announced', on: 'open', by: ['tender_office', 'system'], to: 'opened' },
  { from: 'announced', on: 'fail', by: ['tender_office'], to: 'failed', reason: true },
  { from: 'opened', on: 'committee', by: ['tender_office'], to: 'opened' },
  { from: 'opened', on: 'sign', by: ['member'], to: 'opened' },
  // When the last one has signed.
  { from: 'opened', on: 'conclude', by: ['tender_office'], to: 'evaluated' },
  { from: 'opened', on: 'fail', by: ['tender_office'], to: 'failed', reason: true },
  { from: 'evaluated', on: 'award', by: ['tender_office'], to: 'awarded' },
  { from: 'evaluated', on: 'fail', by: ['tender_office'], to: 'failed', reason: true },
  // The contract did not come about: the purchase goes back to sourcing, and a new round begins.
  { from: 'awarded', on: 'fail', by: ['system'], to: 'failed', reason: true },
  // Only with its purchase.
  { from: 'draft', on: 'cancel', by: ['system'], to: 'cancelled', reason: true },
  { from: 'announced', on: 'cancel', by: ['system'], to: 'cancelled', reason: true },
  { from: 'opened', on: 'cancel', by: ['system'], to: 'cancelled', reason: true },
  { from: 'evaluated', on: 'cancel', by: ['system'], to: 'cancelled', reason: true },
  { from: 'awarded', on: 'cancel', by: ['system'], to: 'cancelled', reason: true },
]

export const tenderFlow = defineFlow<TenderState, TenderEvent, TenderRole>(
  'tender',
  { state: tenderStateWords, event: tenderEventWords },
  steps,
)
