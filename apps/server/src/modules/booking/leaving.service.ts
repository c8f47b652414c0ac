import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { lockCards, release } from '../fund-card/fund-card.service.ts'
import { bookingFlow } from './booking.flow.ts'
import * as store from './booking.store.ts'
import * as leaving from './leaving.store.ts'
import { loadForSystem, take } from './steps.service.ts'

const BOOKER = '预约人账号已停用'
const PAYER = '付款人账号已停用，请更换付款人后重新预约'

/**
 * People leave: nobody comes to what they booked, and nobody pays what they were to pay for; it is taken back and its people are told.
 * What is in use goes on, what has been used is billed; nothing of theirs stays frozen for it. `alsoFree`: bookings whose card closes.
 */
export async function leave(ctx: Ctx, userIds: readonly number[], alsoFree: readonly number[]): Promise<void> {
  const gone = new Set(userIds)
  const rows = await leaving.theirs(ctx, userIds)
  await lockCards(ctx, [], { business: 'booking', rowIds: [...rows.map((r) => r.id), ...alsoFree] })
  for (const row of rows) {
    const lost = gone.has(row.bookerId) ? BOOKER : gone.has(row.payerId) ? PAYER : null
    if (lost && bookingFlow.can(row.state, SYSTEM).includes('revoke')) await take(ctx, await loadForSystem(ctx, row.id), 'revoke', 'revoked', { reason: lost })
    else if (lost) await free(ctx, row.id, lost)
    else await tellBooker(ctx, row)
  }
  const done = new Set(rows.map((r) => r.id))
  for (const id of alsoFree) if (!done.has(id)) await free(ctx, id, '经费卡持有人账号已停用')
}
const SYSTEM = new Set(['system'] as const)

/** The booking stays; it is paid in another way. */
async function free(ctx: Ctx, bookingId: number, note: string): Promise<void> {
  await release(ctx, { business: 'booking', rowId: bookingId, note })
  await store.clearHeld(ctx, bookingId)
}

async function tellBooker(ctx: Ctx, { id, bookerId }: leaving.TheirsRow): Promise<void> {
  const body = '实验人账号已停用，请您本人使用，或取消后重新预约。'
  await tell(ctx, { kind: 'booking', userIds: [bookerId], title: '预约的实验人已停用', body, link: `/appointment/orderDetail?id=${id}`, mail: true })
}
