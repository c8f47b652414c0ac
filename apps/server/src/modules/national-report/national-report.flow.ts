import {
  rowEventWords,
  rowStateWords,
  type RowEvent,
  type RowState,
} from '@portal/contract/national-report/national-report'
import { defineTable, type Move } from '../../kernel/flow.ts'

/** Rows are created when a report collects them, not by a step. No step asks a particular person. */
export interface NationalRowProcess {
  business: 'national_row'
  state: RowState
  event: RowEvent
  role: 'office'
  step: never
  effect: never
}

/** The platform answers each row; its reason for a refusal is shown with the row. */
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
    // Submitted on the platform: nothing can change until the platform rejects it.
    locked: { ask: null, on: { reject: { by: ['office'], to: 'failed', reason: true, tell: null } } },
    // A restored row is sent again, because the platform may have deleted it meanwhile.
    withdrawn: { ask: null, on: { restore: { by: ['office'], to: 'unreported', tell: null } } },
  },
})
