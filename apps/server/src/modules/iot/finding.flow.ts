import type { StepOf } from '@portal/contract/approval/approval'
import {
  findingEventWords,
  findingStateWords,
  type FindingEvent,
  type FindingState,
} from '@portal/contract/iot/finding'
import { defineTable, type Move } from '../../kernel/flow.ts'

/** `system` reports the finding, `reviewer` judges it, `keeper` runs the laboratory and may judge it too. */
export interface Finding {
  business: 'use_finding'
  state: FindingState
  event: FindingEvent
  role: 'system' | 'reviewer' | 'keeper'
  step: StepOf<'use_finding'>
  effect: 'countAsViolation'
}
const decided = (to: FindingState): Move<Finding> => ({
  by: ['reviewer', 'keeper'],
  to,
  reason: true,
  // The person concerned, if known, is notified of the decision.
  tell: true,
})

export const findingFlow = defineTable<Finding>({
  business: 'use_finding',
  words: { state: findingStateWords, event: findingEventWords },
  begin: { find: { by: ['system'], to: 'open', tell: null } },
  states: {
    open: {
      ask: {
        step: 'judge',
        as: 'reviewer',
        whom: 'reviewer',
        title: '用机核查',
        news: '用机与预约不符，请核查',
        open: true,
      },
      on: {
        register: decided('registered'),
        forgive: decided('forgiven'),
        violate: { ...decided('violated'), do: ['countAsViolation'], closes: 'refused' },
      },
    },
    registered: {},
    forgiven: {},
    violated: {},
  },
})
