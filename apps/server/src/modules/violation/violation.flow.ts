import type { StepOf } from '@portal/contract/approval/approval'
import {
  violationEventWords,
  violationStateWords,
  type ViolationEvent,
  type ViolationState,
} from '@portal/contract/violation/violation'
import { defineTable, type Move } from '../../kernel/flow.ts'

/**
 * `person` committed the violation, `judge` decides on the appeal, `keeper` directs or administers the lab
 * concerned, or all labs.
 */
export interface ViolationProcess {
  business: 'violation'
  state: ViolationState
  event: ViolationEvent
  role: 'person' | 'judge' | 'keeper'
  step: StepOf<'violation'>
  effect: 'undoPenalty'
}

/** The effect tells the person, because it knows what it could undo. */
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
  // The system records a violation when a booking ends badly.
  begin: {},
  states: {
    standing: {
      ask: null,
      on: { appeal: { by: ['person'], to: 'appealed', reason: true, tell: null }, revoke },
    },
    appealed: {
      // The task and its message name the person who appeals.
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
