import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import type { CardChanged } from './fund-card.store.ts'

/** Announces the changed cards that have a new owner, if any. */
export async function announceOwners(ctx: Ctx, changed: readonly CardChanged[]): Promise<void> {
  const given = changed.filter((c) => c.ownerId !== c.formerId)
  if (given.length === 0) return
  await announce(ctx, 'fund_card.owner_changed', {
    cardIds: given.map((c) => c.id),
    formerIds: [...new Set(given.map((c) => c.formerId))],
  })
}
