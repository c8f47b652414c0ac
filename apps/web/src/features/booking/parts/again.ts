import { beforeUseStates, type BookingState } from '@portal/contract/booking/booking'
import type { BookingRow } from '@portal/contract/booking/row'
import { to } from '../../../lib/paths.ts'

/** Whether a booking is over, used or not, so that it can be repeated. */
export const isOver = (state: BookingState): boolean =>
  state !== 'in_use' && !beforeUseStates.some((s) => s === state)

/** The address of the form that repeats a booking. */
export const makeAgainLink = (b: Pick<BookingRow, 'id' | 'kind' | 'device'>): string =>
  to(b.kind === 'self_operated' ? '/deviceopen/applyTime' : '/deviceopen/apply', {
    deviceId: b.device.id,
    again: b.id,
  })
