import type { Ctx } from '../../kernel/ctx.ts'
import * as approval from '../approval/approval.service.ts'
import * as booking from '../booking/booking.service.ts'
import * as fundCard from '../fund-card/fund-card.service.ts'
import * as testOrder from '../test-order/test-order.service.ts'
import * as store from './settlement.store.ts'
import { awaitNext, SYSTEM, takeStep } from './steps.service.ts'

const STARTER = '发起人账号已停用'
const OWNER = '经费卡持有人账号已停用'

/**
 * People leave: no bill, hold or task may be left that nobody can act on. Their cards first, then what is being paid with them or was
 * started by them, then what they booked; at last the bills, among them those that came back from a settlement.
 */
export async function settleLeaving(
  ctx: Ctx,
  { userIds, successorId, handOver }: Omit<booking.Leaving, 'lostIds'>,
): Promise<void> {
  const { cardIds, goOn } = await fundCard.handOver(ctx, userIds, successorId)
  for (const id of await store.startedBy(ctx, userIds))
    await takeStep(ctx, await found(ctx, id), SYSTEM, { event: 'cancel', to: 'cancelled', reason: STARTER })
  for (const id of await store.asking(ctx, cardIds)) {
    const s = await found(ctx, id)
    if (goOn) await askAnew(ctx, s, userIds)
    else await takeStep(ctx, s, SYSTEM, { event: 'refuse', to: 'refused', reason: OWNER })
  }
  await booking.leave(ctx, {
    userIds,
    successorId,
    handOver,
    lostIds: goOn ? [] : await fundCard.bookingsOn(ctx, cardIds),
  })
  await testOrder.leave(ctx, userIds, successorId)
}

/** The cards have another owner: he is asked in place of the one who left. */
async function askAnew(ctx: Ctx, s: store.SettlementDetail, leftIds: readonly number[]): Promise<void> {
  for (const userId of leftIds)
    await approval.closeTask(
      ctx,
      { business: 'settlement', rowId: s.id, step: 'card_owner', userId },
      'withdrawn',
      OWNER,
    )
  await awaitNext(ctx, s, s.starterId)
}

async function found(ctx: Ctx, id: number): Promise<store.SettlementDetail> {
  const s = await store.find(ctx.db, id)
  if (!s) throw new Error('a settlement is never removed')
  return s
}
