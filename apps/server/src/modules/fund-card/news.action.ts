import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import * as store from './fund-card.store.ts'

export const tellPerson = (
  ctx: Ctx,
  card: Pick<store.CardName, 'number' | 'name'>,
  userId: number,
  title: string,
  body: string,
  mail = false,
) =>
  tell(ctx, {
    kind: 'fund_card',
    userIds: [userId],
    exceptUserId: ctx.me.id,
    title,
    body: `${card.name}（${card.number}）：${body}`,
    link: '/account/finance',
    mail,
  })

const SHOWN = 10
/** The first cards with their numbers, and how many there are. */
export function nameCards(cards: readonly Pick<store.CardName, 'number' | 'name'>[]): string {
  const named = cards.slice(0, SHOWN).map((c) => `${c.name}（${c.number}）`)
  return `${named.join('、')}${cards.length > SHOWN ? ` 等 ${cards.length} 张` : ''}`
}
