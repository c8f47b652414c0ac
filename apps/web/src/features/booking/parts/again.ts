import { beforeUseStates, type BookingState } from '@portal/contract/booking/booking'
import type { BookingRow } from '@portal/contract/booking/row'
import { to } from '../../../lib/paths.ts'

/** Used, or come to nothing: what was said of it can be said again. */
export const isOver = (state: BookingState): boolean =>
  state !== 'in_use' && !beforeUseStates.some((s) => s === state)

/** Where it is made once more. */
export const makeAgainLink = (b: Pick<BookingRow, 'id' | 'kind' | 'device'>): string =>
  to(b.kind === 'self_operated' ? '/deviceopen/applyTime' : '/deviceopen/apply', {
    deviceId: b.device.id,
    again: b.id,
  })
