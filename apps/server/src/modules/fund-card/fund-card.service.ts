// Fund cards, who may use them, and the ledger of what is frozen on them, paid from them and given back.
// Other modules ask whether a card can bear an amount and have the money of their rows moved; they know cards
// by id, number, name and owner only.
import type { Ctx } from '../../kernel/ctx.ts'
import * as cards from './fund-card.store.ts'
import * as ledger from './ledger.store.ts'

export { hasUsable, judgeCard } from './judging.action.ts'
export { handOver } from './leaving.action.ts'
export { deduct, freeze, lockCards, release, releaseAll, reverse } from './payment.action.ts'

/** Numbers, names and owners, in the order of ids. Unknown cards are left out. */
export const listCardNames = (ctx: Ctx, cardIds: readonly number[]): Promise<cards.CardName[]> =>
  cards.listNames(ctx.db, cardIds)

/** Bookings that hold money on these cards. */
export const listBookingsOn = (ctx: Ctx, cardIds: readonly number[]): Promise<number[]> =>
  cardIds.length === 0 ? Promise.resolve([]) : ledger.listBookingsOn(ctx.db, cardIds)
