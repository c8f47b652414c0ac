import type { Ctx } from '../../kernel/ctx.ts'
import { logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { notFound } from '../../kernel/refuse.ts'
import * as booking from '../booking/booking.service.ts'
import { makeFeeBill, waiveBill, type FeeCause } from './bill.rules.ts'
import { testOrderFlow } from './test-order.flow.ts'
import { endProposals, orders, tellToPay } from './test-order.process.ts'
import * as store from './test-order.store.ts'
import * as versionStore from './version.store.ts'

// Fees for bookings that were not used.

/** Creates the bill for a late cancellation or a no-show; the booking's payer settles it. */
export async function createFee(ctx: Ctx, bookingId: number, why: FeeCause, feeFen: number): Promise<void> {
  const cancelled = await store.finished(ctx.db, bookingId)
  if (!cancelled) throw notFound('预约')
  const orderId = await store.add(
    ctx,
    { ...cancelled, sampleCount: 0 },
    { state: 'confirmed', actual: null, ...makeFeeBill(why, feeFen) },
  )
  if (orderId === undefined) return
  const isNoShow = why === 'no_show'
  const order = await orders.begin(ctx, testOrderFlow, 'create', {
    by: ['system'],
    to: 'confirmed',
    reason: isNoShow ? '预约爽约' : '逾期取消预约',
    add: async () => orderId,
  })
  await tellToPay(ctx, order, isNoShow ? '爽约费待结算' : '取消费待结算')
}

/**
 * Waives the fee of an unused booking: a next version of the bill costs nothing and is settled, and the
 * frozen money is released. `settled` and `in_settlement`: the money is already on its way, and only the
 * settlement can return it. The three steps are written here and not by the engine, since nobody is asked or
 * told between them.
 */
export async function waiveFee(
  ctx: Ctx,
  bookingId: number,
  reason: string,
): Promise<'none' | 'waived' | 'settled' | 'in_settlement'> {
  await booking.lockMoney(ctx, [bookingId])
  // The reversal of its settlement writes the same row: of the two calls the later one sees the other's work.
  await store.lockByBooking(ctx, bookingId)
  const order = await store.findByBooking(ctx.db, bookingId)
  if (!order || !(order.lateCancel || order.noShow) || order.totalFen === 0) return 'none'
  // A written-off bill is paid by nobody and never changes again.
  if (order.state === 'written_off') return 'none'
  if (order.state === 'in_settlement' || order.state === 'settled') return order.state
  const to = (state: typeof order.state) =>
    ({ business: 'test_order', rowId: order.id, from: state, reason }) as const
  if (order.proposed) await endProposals(ctx, [order.id], reason)
  testOrderFlow.judge(order.state, 'correct', new Set(['keeper']), { reason })
  if (!(await versionStore.correct(ctx, order.id, order.state, reason)))
    throw await tooLate(ctx, 'test_order', order.id)
  await logStep(ctx, { ...to(order.state), event: 'correct', to: 'draft' })
  await store.waive(ctx, order.id, waiveBill(order.bill, order.totalFen, reason))
  for (const [event, from, next] of [
    ['submit', 'draft', 'confirmed'],
    ['settle', 'confirmed', 'settled'],
  ] as const) {
    testOrderFlow.judge(from, event, new Set(['reviewer', 'system']), { to: next })
    if (!(await store.step(ctx, order.id, { from, revision: order.revision + 1, to: next, reason: null })))
      throw await tooLate(ctx, 'test_order', order.id)
    await logStep(ctx, { ...to(from), event, to: next })
  }
  await booking.releaseHold(ctx, bookingId)
  return 'waived'
}
