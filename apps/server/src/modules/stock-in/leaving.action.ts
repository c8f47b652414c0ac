import type { Ctx } from '../../kernel/ctx.ts'
import { stockIns } from './stock-in.process.ts'
import * as store from './stock-in.store.ts'

/**
 * The owner of a card has left, and no other person may decide for them: the order goes back to the
 * requester, who submits it again or pays another way.
 */
export async function putBack(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const found = await stockIns.loadAsSystem(ctx, id)
  if (found?.row.state !== 'awaiting_card_owner') return
  await stockIns.take(ctx, found, 'send_back', { reason: '卡主已停用，请重新提交或换用其他支付方式' })
}

export async function followLeaving(ctx: Ctx, { userIds }: { userIds: readonly number[] }): Promise<void> {
  for (const asking of await store.listAsking(ctx, userIds)) await putBack(ctx, asking)
}
