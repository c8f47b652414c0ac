import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import * as store from './fund-card.store.ts'
import { isFinance } from './fund-card.view.ts'
import { nameCards, tellPerson } from './news.action.ts'

const LEFT = '持有人账号已停用'
/**
 * Handles the cards of people who leave. If the caller is in finance and names a
 * successor, the successor gets them; otherwise they are suspended until finance finds
 * an owner. The leavers' authorisations on other cards end; the owners of those cards
 * may authorise somebody anew. Returns the cards, and whether they can still be used.
 */
export async function handOver(
  ctx: Ctx,
  ownerIds: readonly number[],
  successorId: number | null,
): Promise<{ cardIds: number[]; usable: boolean }> {
  const cards = await store.lockOfOwners(ctx, ownerIds)
  await store.revokeAll(ctx, ownerIds)
  const cardIds = cards.map((c) => c.id)
  const usable = successorId !== null && isFinance(ctx)
  if (usable) {
    await store.setOwner(ctx, cardIds, successorId)
    for (const card of cards)
      await tellPerson(ctx, card, successorId, '您成为经费卡持有人', '原持有人账号已停用。')
  } else await store.suspendAll(ctx, cardIds, LEFT)
  if (!usable && cards.length > 0) {
    const body = `${nameCards(cards)}已停用，请变更持有人后启用，或保持停用。`
    await tell(ctx, {
      kind: 'fund_card',
      role: { role: 'finance' },
      title: '经费卡持有人账号已停用',
      body,
      link: '/open-sharing/financial',
      mail: true,
    })
  }
  return { cardIds, usable }
}
