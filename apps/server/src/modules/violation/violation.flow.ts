import {
  violationEventWords,
  violationStateWords,
  type ViolationEvent,
  type ViolationState,
} from '@portal/contract/violation/violation'
import { defineFlow, type Step } from '../../kernel/flow.ts'

/** `person` did it, `judge` is whoever his objection waits for, `keeper` directs or administers the lab that waited in vain, or all. */
export type ViolationRole = 'person' | 'judge' | 'keeper'

const steps: Step<ViolationState, ViolationEvent, ViolationRole>[] = [
  { from: 'standing', on: 'appeal', by: ['person'], to: 'appealed', reason: true },
  { from: 'standing', on: 'revoke', by: ['keeper'], to: 'revoked', reason: true },
  { from: 'appealed', on: 'uphold', by: ['judge'], to: 'upheld', reason: true },
  { from: 'appealed', on: 'revoke', by: ['judge'], to: 'revoked', reason: true },
  { from: 'upheld', on: 'revoke', by: ['keeper'], to: 'revoked', reason: true },
]

export const violationFlow = defineFlow<ViolationState, ViolationEvent, ViolationRole>(
  'violation',
  { state: violationStateWords, event: violationEventWords },
  steps,
)
