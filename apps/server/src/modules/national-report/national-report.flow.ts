import {
  rowEventWords,
  rowStateWords,
  type RowEvent,
  type RowState,
} from '@portal/contract/national-report/national-report'
import { defineTable, type Move } from '../../kernel/flow.ts'

/**
 * Rows come into being when a report collects what there is: nobody takes a step by that. Nobody is awaited
 * by name.
 */
export interface NationalRowProcess {
  business: 'national_row'
  state: RowState
  event: RowEvent
  role: 'office'
  step: never
  effect: never
}

/** The platform answers each row; what it said of a refusal is shown with the row. */
const answered: Move<NationalRowProcess> = {
  by: ['office'],
  to: ['reported', 'failed'],
  keeps: true,
  tell: null,
}
const withdraw: Move<NationalRowProcess> = { by: ['office'], to: 'withdrawn', reason: true, tell: null }
const sendable = { send: answered, register: answered, withdraw }

export const nationalRowFlow = defineTable<NationalRowProcess>({
  business: 'national_row',
  words: { state: rowStateWords, event: rowEventWords },
  begin: {},
  states: {
    unreported: { ask: null, on: sendable },
    failed: { ask: null, on: sendable },
    reported: { ask: null, on: { ...sendable, lock: { by: ['office'], to: 'locked', tell: null } } },
    // Submitted on the platform: nothing moves until it is turned down there.
    locked: { ask: null, on: { reject: { by: ['office'], to: 'failed', reason: true, tell: null } } },
    // What was sent before is sent anew: the platform may have deleted it meanwhile.
    withdrawn: { ask: null, on: { restore: { by: ['office'], to: 'unreported', tell: null } } },
  },
})
