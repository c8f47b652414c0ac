import { listen } from '../../kernel/events.ts'
import type {} from '../booking/booking.events.ts'
import { record } from './violation.handler.ts'

export function violationListeners(): void {
  listen('booking.missed', (ctx, { bookingId }) => record(ctx, bookingId, 'no_show'))
  listen('booking.cancelled', (ctx, { bookingId, violation }) =>
    violation ? record(ctx, bookingId, 'late_cancel') : undefined,
  )
}
