import type { StepOf } from '@portal/contract/approval/approval'
import {
  violationEventWords,
  violationStateWords,
  type ViolationEvent,
  type ViolationState,
} from '@portal/contract/violation/violation'
import { defineTable, type Move } from '../../kernel/flow.ts'

/**
 * `person` did it, `judge` is whoever his objection waits for, `keeper` directs or administers the lab
 * that waited in vain, or all.
 */
export interface ViolationProcess {
  business: 'violation'
  state: ViolationState
  event: ViolationEvent
  role: 'person' | 'judge' | 'keeper'
  step: StepOf<'violation'>
  effect: 'undoPenalty'
}

/** The person is told by the effect, which knows what it could undo. */
const revoke: Move<ViolationProcess> = {
  by: ['keeper'],
  to: 'revoked',
  reason: true,
  do: ['undoPenalty'],
  tell: null,
}

export const violationFlow = defineTable<ViolationProcess>({
  business: 'violation',
  words: { state: violationStateWords, event: violationEventWords },
  // It is written down by the system when a booking ends badly.
  begin: {},
  states: {
    standing: {
      ask: null,
      on: { appeal: { by: ['person'], to: 'appealed', reason: true, tell: null }, revoke },
    },
    appealed: {
      // The task and its message name whoever objects.
      ask: { step: 'appeal', as: 'judge', whom: 'lab_director', title: '申诉' },
      on: {
        uphold: {
          by: ['judge'],
          to: 'upheld',
          reason: true,
          closes: 'refused',
          tell: `违约记录已${violationStateWords.upheld}`,
        },
        revoke: { ...revoke, by: ['judge'] },
      },
    },
    upheld: { ask: null, on: { revoke } },
    revoked: {},
  },
})
