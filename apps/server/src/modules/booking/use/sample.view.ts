import type { BookingRole, BookingState } from '@portal/contract/booking/booking'
import { sampleFlow } from './sample.flow.ts'
import * as store from './sample.store.ts'

/** Samples can be received only once the booking is approved. */
export const receivingStates: ReadonlySet<BookingState> = new Set(['awaiting_use', 'in_use'])

export const showSample = (
  sample: store.SampleRow,
  cells: (string | number | null)[],
  state: BookingState,
  roles: ReadonlySet<BookingRole>,
) => ({
  ...sample,
  cells,
  can: sampleFlow
    .can(sample.state, roles)
    .filter((event) => event !== 'receive' || receivingStates.has(state)),
})
