import type { Ctx } from '../../kernel/ctx.ts'
import * as booking from '../booking/booking.service.ts'
import * as fundCard from '../fund-card/fund-card.service.ts'
import * as testOrder from '../test-order/test-order.service.ts'
import { askAnew, requireSettlement } from './card-owner.action.ts'
import { settlements } from './settlement.process.ts'
import * as store from './settlement.store.ts'

const STARTER = '发起人账号已停用'
const OWNER = '经费卡持有人账号已停用'

/**
 * When people leave, no bill, hold or task may stay that nobody can act on. First their cards, then
 * settlements that they started or that their cards pay, then their bookings; last the bills, which include
 * those that came back from a settlement.
 */
export async function settleLeaving(
  ctx: Ctx,
  { userIds, successorId, handOver }: Omit<booking.Leaving, 'lostIds'>,
): Promise<void> {
  const { cardIds, usable } = await fundCard.handOver(ctx, userIds, successorId)
  for (const id of await store.startedBy(ctx, userIds))
    await settlements.take(ctx, await requireSettlement(ctx, id), 'cancel', { reason: STARTER })
  for (const id of await store.asking(ctx, cardIds)) {
    const found = await requireSettlement(ctx, id)
    if (usable) await askAnew(ctx, found, { cardIds, formerIds: userIds, reason: OWNER })
    else await settlements.take(ctx, found, 'refuse', { reason: OWNER })
  }
  await booking.leave(ctx, {
    userIds,
    successorId,
    handOver,
    lostIds: usable ? [] : await fundCard.listBookingsOn(ctx, cardIds),
  })
  await testOrder.leave(ctx, userIds)
}

/**
 * The owner of a card can no longer decide, and nobody else may: the settlement goes back, its frozen money
 * is released, and the starter has to name another card.
 */
export async function putBack(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const found = await requireSettlement(ctx, id)
  if (found.row.state !== 'awaiting_card_owner') return
  await settlements.take(ctx, found, 'refuse', { reason: '卡主已停用，请换卡' })
}
