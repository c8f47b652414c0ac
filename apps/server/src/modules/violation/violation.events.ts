import { listen } from '../../kernel/events.ts'
import type {} from '../booking/booking.events.ts'
import type {} from '../test-order/test-order.events.ts'
import { recordViolation } from './record.action.ts'
import { waiveRevoked } from './waiving.action.ts'

export function violationListeners(): void {
  listen('booking.missed', (ctx, { bookingId }) => recordViolation(ctx, bookingId, 'no_show'))
  listen('booking.cancelled', (ctx, { bookingId, violation }) =>
    violation ? recordViolation(ctx, bookingId, 'late_cancel') : undefined,
  )
  listen('test_order.reopened', (ctx, { bookingIds }) => waiveRevoked(ctx, bookingIds))
}
