import type { Reason } from '@portal/contract/kernel/envelope'
import { formatYuan } from '@portal/contract/kernel/money'
import type { Ctx } from '../../kernel/ctx.ts'
import { findToday } from '../../kernel/time.ts'
import { writeEitherWay } from '../../kernel/write-after.ts'
import { judgeUse, wordMissing, findShort, findUsable } from './fund-card.rules.ts'
import * as store from './fund-card.store.ts'
import { tellPerson } from './news.action.ts'

/** Who wants something of a card, and what, in the words in which its owner reads of it: `预约 电镜 …`. */
export interface Wanted {
  person: { id: number; name: string }
  what: string
}

/**
 * Everything that speaks against this person spending this amount from this card on this campus day; an empty
 * list when nothing does. With `wanted` the person does not merely ask but tries: the card's owner hears of
 * it if only the card's sums were in the way.
 */
export async function judgeCard(
  ctx: Ctx,
  use: {
    cardId: number
    userId: number
    amountFen: number
    besideFen?: number
    day: string
    wanted?: Wanted | undefined
  },
): Promise<Reason[]> {
  const card = await store.find(ctx.db, use.cardId, use.userId)
  const reasons = judgeUse(card, card?.grant ?? null, use)
  if (card && use.wanted && reasons.length > 0) {
    const short = findShort(card, card.grant, use)
    const other = reasons.some((r) => short.every((s) => s.code !== r.code))
    if (!other)
      tellShort(ctx, card, use.wanted, `（${formatYuan(use.amountFen)} 元）未成功：${wordMissing(short)}。`)
  }
  return reasons
}

/**
 * Tells the owner that his card is too short, once a day for a card and a person. He hears of it although the
 * call itself is refused and leaves nothing else, because he can do something about it.
 */
function tellShort(ctx: Ctx, card: store.StandingRow, { person, what }: Wanted, missing: string): void {
  if (card.ownerId === person.id || card.ownerId === ctx.actor?.id) return
  writeEitherWay(ctx, 'fund-card short', async (c) => {
    if (await store.markToldShort(c, card.id, person.id, findToday(c))) {
      await tellPerson(
        c,
        card,
        card.ownerId,
        '您的经费卡额度不足，未能付款',
        `${person.name} ${what}${missing}`,
        true,
      )
    }
  })
}

/** Is there a card from which this person could pay anything today: his own, or one he may use? */
export async function hasUsable(ctx: Ctx, userId: number): Promise<boolean> {
  const cards = await store.listOfUser(ctx.db, userId, null)
  return cards.some(
    (card) =>
      (card.ownerId === userId || card.grant !== null) && findUsable(card, card.grant, findToday(ctx)) > 0,
  )
}
