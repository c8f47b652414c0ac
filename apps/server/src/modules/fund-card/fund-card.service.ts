// Fund cards, their authorisations, and the ledger of money frozen, paid and given
// back. Other modules check whether a card can pay an amount, and have money moved
// for their rows; they know only the id, number, name and owner of a card.
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
