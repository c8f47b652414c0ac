import { listen } from '../../kernel/events.ts'
import { readableBy } from '../file/file.service.ts'
import { PAPERS, createDraft, createFee, maySeeId, timedOut } from './test-order.service.ts'

export function testOrderListeners(): void {
  listen('booking.finished', (ctx, { bookingId }) => createDraft(ctx, bookingId))
  listen('booking.cancelled', (ctx, { bookingId, feeFen }) =>
    feeFen > 0 ? createFee(ctx, bookingId, 'late_cancel', feeFen) : undefined,
  )
  listen('booking.missed', (ctx, { bookingId, feeFen }) =>
    feeFen > 0 ? createFee(ctx, bookingId, 'no_show', feeFen) : undefined,
  )
  listen('approval.due', (ctx, { business, rowId, step, action }) =>
    business === 'test_order' ? timedOut(ctx, rowId, step, action) : undefined,
  )
  readableBy('test_order', maySeeId)
  readableBy(PAPERS, maySeeId)
}
