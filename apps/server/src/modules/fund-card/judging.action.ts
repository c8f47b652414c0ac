import { fundCardRefusals } from '@portal/contract/fund-card/fund-card'
import type { Reason } from '@portal/contract/kernel/envelope'
import { formatYuan } from '@portal/contract/kernel/money'
import type { Ctx } from '../../kernel/ctx.ts'
import { findToday } from '../../kernel/time.ts'
import { writeEitherWay } from '../../kernel/write-after.ts'
import { judgeUse, wordMissing, findShort, findUsable } from './fund-card.rules.ts'
import * as store from './fund-card.store.ts'
import { tellPerson } from './news.action.ts'

/** Who wants to pay with a card, and for what, in the words that its owner reads: `预约 电镜 …`. */
export interface Wanted {
  person: { id: number; name: string }
  what: string
}

/**
 * All reasons against this person spending this amount from this card on this
 * campus day; empty: it is allowed. With `wanted` this is a real attempt: the
 * card's owner is told of it if only limits or balance were too small.
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
  const reasons = judgeUse(card, card?.grant ?? null, use).map((r) =>
    // Whoever extends or approves what another pays is told the same reason, but not what is on the card.
    r.code === 'CARD_BALANCE' && card?.ownerId !== ctx.actor?.id
      ? { ...r, message: fundCardRefusals.CARD_BALANCE }
      : r,
  )
  if (card && use.wanted && reasons.length > 0) {
    const short = findShort(card, card.grant, use)
    const other = reasons.some((r) => short.every((s) => s.code !== r.code))
    if (!other)
      tellShort(ctx, card, use.wanted, `（${formatYuan(use.amountFen)} 元）未成功：${wordMissing(short)}。`)
  }
  return reasons
}

/**
 * Tells the owner that the card is too short, once a day for each card and person. Written even though the
 * call itself is refused and rolled back, because the owner can do something about it.
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

/** Whether this person can pay anything today from an own card or one they may use. */
export async function hasUsable(ctx: Ctx, userId: number): Promise<boolean> {
  const cards = await store.listOfUser(ctx.db, userId, null)
  return cards.some(
    (card) =>
      (card.ownerId === userId || card.grant !== null) && findUsable(card, card.grant, findToday(ctx)) > 0,
  )
}
