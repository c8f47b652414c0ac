import { listen } from '../../kernel/events.ts'
import { registerFileReaders } from '../file/file.service.ts'
import { registerTestOrderReaders } from '../form/form.service.ts'
import { createDraft } from './draft.action.ts'
import { createFee } from './fee.action.ts'
import { orders } from './test-order.process.ts'
import { PAPERS } from './test-order.rules.ts'
import * as store from './test-order.store.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** Paid bills must be paid again, because their settlement was reversed. */
    'test_order.reopened': { bookingIds: readonly number[] }
  }
}

export function testOrderListeners(): void {
  listen('booking.finished', (ctx, { bookingId }) => createDraft(ctx, bookingId))
  listen('booking.cancelled', (ctx, { bookingId, feeFen }) =>
    feeFen > 0 ? createFee(ctx, bookingId, 'late_cancel', feeFen) : undefined,
  )
  listen('booking.missed', (ctx, { bookingId, feeFen }) =>
    feeFen > 0 ? createFee(ctx, bookingId, 'no_show', feeFen) : undefined,
  )
  listen('approval.due', (ctx, due) => (due.business === 'test_order' ? orders.timeOut(ctx, due) : undefined))
  registerTestOrderReaders(async (ctx, bookingId) => {
    const order = await store.findByBooking(ctx.db, bookingId)
    return order !== undefined && (await orders.maySee(ctx, order.id))
  })
  for (const files of ['test_order', PAPERS]) registerFileReaders(files, (ctx, id) => orders.maySee(ctx, id))
}
