import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { tell } from '../../kernel/outbox.store.ts'
import * as store from './fund-card.store.ts'
import { nameCards } from './news.action.ts'

/**
 * Announces the changed cards that have a new owner, if any, and tells the new and the former owners: one
 * message for each person, however many cards.
 */
export async function announceOwners(ctx: Ctx, changed: readonly store.CardChanged[]): Promise<void> {
  const given = changed.filter((c) => c.ownerId !== c.formerId)
  if (given.length === 0) return
  const cardIds = given.map((c) => c.id)
  await announce(ctx, 'fund_card.owner_changed', {
    cardIds,
    formerIds: [...new Set(given.map((c) => c.formerId))],
  })
  const former = new Map(given.map((c) => [c.id, c.formerId]))
  const cards = await store.listNames(ctx.db, cardIds)
  for (const [ownerId, theirs] of Map.groupBy(cards, (c) => c.ownerId))
    await tellOwner(ctx, ownerId, '您成为经费卡持有人', `${nameCards(theirs)}现由您持有，其支出由您审批。`)
  for (const [formerId, theirs] of Map.groupBy(cards, (c) => former.get(c.id) ?? c.ownerId))
    await tellOwner(ctx, formerId, '您不再是经费卡持有人', `${nameCards(theirs)}已由财务改为他人持有。`)
}

const tellOwner = (ctx: Ctx, userId: number, title: string, body: string): Promise<void> =>
  tell(ctx, {
    kind: 'fund_card',
    userIds: [userId],
    exceptUserId: ctx.actor?.id ?? null,
    title,
    body,
    link: '/account/finance',
  })
