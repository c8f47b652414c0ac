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
const takeIn: Move<Sample> = { by: lab, to: 'received' }
const giveBack: Move<Sample> = { by: lab, to: 'returned' }
const keep: Move<Sample> = { by: lab, to: 'kept' }
/** Comes with the test order. */
const test: Move<Sample> = { by: ['system'], to: 'tested' }

/**
 * A delivered sample, from the form to where it ends. Nobody is asked for one and nobody is told: those of a booking move together,
 * states and log in one statement (sample.store.ts), and not by the engine, which would take four for each.
 */
export const sampleFlow = defineTable<Sample>({
  business: 'booking_sample',
  words: { state: sampleStateWords, event: sampleEventWords },
  begin: {},
  states: {
    declared: { on: { receive: takeIn, test } },
    // Also untested: the use was cancelled while the sample was in the lab.
    received: { on: { test, return: giveBack, keep } },
    tested: { on: { return: giveBack, keep } },
    returned: {},
    kept: {},
  },
})
