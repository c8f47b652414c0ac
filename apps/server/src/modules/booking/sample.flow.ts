import {
  sampleEventWords,
  sampleStateWords,
  type BookingRole,
  type SampleEvent,
  type SampleState,
} from '@portal/contract/booking/booking'
import { defineFlow } from '../../kernel/flow.ts'

const lab = ['reviewer', 'director', 'admin'] as const satisfies readonly BookingRole[]

/** A delivered sample, from the form to where it ends. `test` comes with the test order, by the system. */
export const sampleFlow = defineFlow<SampleState, SampleEvent, BookingRole>(
  'booking_sample',
  { state: sampleStateWords, event: sampleEventWords },
  [
    { from: 'declared', on: 'receive', by: lab, to: 'received' },
    { from: 'declared', on: 'test', by: ['system'], to: 'tested' },
    { from: 'received', on: 'test', by: ['system'], to: 'tested' },
    // Also untested: the use was cancelled while the sample was in the lab.
    { from: 'received', on: 'return', by: lab, to: 'returned' },
    { from: 'received', on: 'keep', by: lab, to: 'kept' },
    { from: 'tested', on: 'return', by: lab, to: 'returned' },
    { from: 'tested', on: 'keep', by: lab, to: 'kept' },
  ],
)
