import {
  sampleEventWords,
  sampleStateWords,
  type BookingRole,
  type SampleEvent,
  type SampleState,
} from '@portal/contract/booking/booking'
import { defineTable, type Move } from '../../../kernel/flow.ts'

export interface Sample {
  business: 'booking_sample'
  state: SampleState
  event: SampleEvent
  role: BookingRole
  step: never
  effect: never
}

const lab = ['reviewer', 'director', 'admin'] as const satisfies readonly BookingRole[]
const takeIn: Move<Sample> = { by: lab, to: 'received', tell: null }
const giveBack: Move<Sample> = { by: lab, to: 'returned', tell: null }
const keep: Move<Sample> = { by: lab, to: 'kept', tell: null }
/** Taken when the test order is completed. */
const test: Move<Sample> = { by: ['system'], to: 'tested', tell: null }

/**
 * The life of a delivered sample. It has no tasks and no messages: the samples of a booking move together in
 * a joint step (kernel/joint.store.ts).
 */
export const sampleFlow = defineTable<Sample>({
  business: 'booking_sample',
  words: { state: sampleStateWords, event: sampleEventWords },
  begin: {},
  states: {
    declared: { ask: null, on: { receive: takeIn, test } },
    // Also without a test, if the booking was cancelled while the sample was in the lab.
    received: { ask: null, on: { test, return: giveBack, keep } },
    tested: { ask: null, on: { return: giveBack, keep } },
    returned: {},
    kept: {},
  },
})
