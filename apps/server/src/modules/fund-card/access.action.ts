import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import * as store from './fund-card.store.ts'
import { isFinance } from './fund-card.view.ts'

/** The card, if the caller may see it. Others get the same refusal whether or not it exists. */
export async function requireCard(
  ctx: Ctx,
  cardId: number,
  may: (card: store.StandingRow) => boolean,
): Promise<store.StandingRow> {
  const card = await store.find(ctx.db, cardId, ctx.me.id)
  ctx.allow(card ? may(card) : isFinance(ctx), '您不是该经费卡的持有人，也未获得授权')
  if (!card) throw notFound('经费卡')
  ctx.target = `fund_card ${card.id}`
  return card
}

/** Whether the caller may authorise people to use the card. */
export const isManager = (ctx: Ctx, card: store.StandingRow): boolean =>
  card.ownerId === ctx.me.id || isFinance(ctx)
