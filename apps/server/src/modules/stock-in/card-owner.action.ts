import type { Ctx } from '../../kernel/ctx.ts'
import type { EventMap } from '../../kernel/events.ts'
import type {} from '../fund-card/fund-card.events.ts'
import type { StockInProcess } from './stock-in.flow.ts'
import { stockIns, waitingCards } from './stock-in.process.ts'
import * as store from './stock-in.store.ts'

const PASSED_ON = '经费卡的持有人已变更'
const REQUESTERS_OWN = '经费卡的持有人现为申购人'
const OWNER: ReadonlySet<StockInProcess['role']> = new Set(['card_owner'])

type PassedOn = EventMap['fund_card.owner_changed']

/**
 * Asks the new owners of cards instead of the former ones. A card that now belongs to the requester needs no
 * agreement.
 */
export async function followOwners(ctx: Ctx, { cardIds, formerIds }: PassedOn): Promise<void> {
  for (const { id } of await store.listAsking(ctx, formerIds)) {
    const found = await stockIns.loadAsSystem(ctx, id)
    if (found?.row.state !== 'awaiting_card_owner') continue
    const { row } = found
    const waiting = await waitingCards(ctx, row)
    const asked = new Set(waiting.map((c) => c.ownerId))
    await stockIns.excuse(
      ctx,
      row,
      formerIds.filter((userId) => !asked.has(userId)),
      PASSED_ON,
    )
    if (waiting.length === 0) {
      const about = { to: 'awaiting_finance', reason: REQUESTERS_OWN } as const
      await stockIns.take(ctx, { row, roles: OWNER }, 'agree', about)
      continue
    }
    const userIds = waiting.filter((c) => cardIds.includes(c.id)).map((c) => c.ownerId)
    await stockIns.askAgain(ctx, row, { step: 'card_owner', userIds })
  }
}
