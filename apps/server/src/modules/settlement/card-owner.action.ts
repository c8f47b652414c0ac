import type { Ctx } from '../../kernel/ctx.ts'
import type { EventMap } from '../../kernel/events.ts'
import type {} from '../fund-card/fund-card.events.ts'
import type { Settlement } from './settlement.flow.ts'
import { settlements } from './settlement.process.ts'
import * as store from './settlement.store.ts'

const PASSED_ON = '经费卡的持有人已变更'
const STARTERS_OWN = '经费卡的持有人现为发起人'
const OWNER: ReadonlySet<Settlement['role']> = new Set(['card_owner'])

type PassedOn = EventMap['fund_card.owner_changed']

export async function followOwners(ctx: Ctx, passedOn: PassedOn): Promise<void> {
  for (const id of await store.asking(ctx, passedOn.cardIds))
    await askAnew(ctx, await requireSettlement(ctx, id), { ...passedOn, reason: PASSED_ON })
}

/**
 * Asks the cards' new owners instead of the former ones. A starter who becomes
 * the owner needs no approval for the starter's own card and cannot give one
 * here, so it is recorded, as when a starter settles with an own card.
 */
export async function askAnew(
  ctx: Ctx,
  { row: s }: { row: store.SettlementDetail },
  { cardIds, formerIds, reason }: PassedOn & { reason: string },
): Promise<void> {
  const shares = (await store.listShares(ctx.db, s.id)).filter((h) => h.ownerApprovedAt === null)
  const waiting = shares.filter((h) => h.ownerId !== s.starterId)
  const asked = new Set(waiting.map((h) => h.ownerId))
  const own = shares.filter((h) => h.ownerId === s.starterId)
  await store.approveShares(
    ctx,
    s.id,
    own.map((h) => h.cardId),
  )
  await settlements.excuse(
    ctx,
    s,
    formerIds.filter((id) => !asked.has(id)),
    reason,
  )
  if (waiting.length === 0) {
    const about = { to: 'awaiting_finance', reason: STARTERS_OWN } as const
    await settlements.take(ctx, { row: s, roles: OWNER }, 'agree', about)
    return
  }
  // Owners of other cards have been notified already, so only the owners of these cards are.
  const userIds = waiting.filter((h) => cardIds.includes(h.cardId)).map((h) => h.ownerId)
  await settlements.askAgain(ctx, s, { step: 'card_owner', userIds })
}

export async function requireSettlement(ctx: Ctx, id: number) {
  const found = await settlements.loadAsSystem(ctx, id)
  if (!found) throw new Error('a settlement is never removed')
  return found
}
