import type { Ctx } from '../../kernel/ctx.ts'
import { release } from '../fund-card/fund-card.service.ts'
import * as store from './booking.store.ts'
import { markTested } from './sample.service.ts'
import { loadForSystem, take } from './steps.service.ts'

// For the modules below this one in the river.

/** What was done is agreed on: awaiting_test_order → done. The samples have been tested then. */
export async function complete(ctx: Ctx, bookingId: number): Promise<void> {
  const b = await loadForSystem(ctx, bookingId)
  await markTested(ctx, bookingId)
  await take(ctx, b, 'complete', 'done')
}

/** Frees what is frozen for a booking: before it is paid in another way, or when there is nothing to pay. Repeated, it does nothing. */
export async function releaseHold(ctx: Ctx, bookingId: number): Promise<void> {
  await release(ctx, { business: 'booking', rowId: bookingId, note: '预约冻结解除' })
  await store.clearHeld(ctx, bookingId)
}
