import type { TestOrderFilters } from '@portal/contract/test-order/test-order'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { listScreens } from '../../kernel/live.ts'
import { showList } from './list.action.ts'
import * as listStore from './list.store.ts'
import type {} from './test-order.events.ts'
import type { TestOrder } from './test-order.flow.ts'
import { askInstead, endProposals } from './test-order.process.ts'
import * as store from './test-order.store.ts'

// Owns test orders: what was really done on an instrument and what it costs, until it is paid. Settlement
// asks which of them may be paid, takes them, and says what became of the money; who records violations may
// waive the fee of a booking that was not used.

export { createDraft } from './draft.action.ts'
export { waiveFee } from './fee.action.ts'
export { leave } from './leaving.action.ts'
export { writeOff } from './write-off.action.ts'
export { readPlaces } from './test-order.process.ts'

// ── What may be settled ──────────────────────────────────────────────────────

/** Confirmed orders that the person who asks may settle. */
export const listPayable = (ctx: Ctx, query: Omit<TestOrderFilters, 'payerGone'>) =>
  showList(ctx, { party: ctx.me.id }, { ...query, payerGone: undefined, state: 'confirmed' })

/** How many these are. */
export const countPayable = (ctx: Ctx): Promise<number> => listStore.countPayable(ctx.db, ctx.me.id)

/**
 * What these ids, or these filters among what the person who asks may
 * settle, mean: the oldest first, `most` of them at most.
 */
export const findPayable = (
  ctx: Ctx,
  ids: readonly number[] | null,
  wanted: Pick<TestOrderFilters, 'keyword' | 'labId' | 'payerId'>,
  most: number,
) =>
  listStore.some(
    ctx.db,
    ids ? { ids } : { party: ctx.me.id },
    { ...(ids ? {} : { ...wanted, state: 'confirmed' }), payerGone: undefined },
    most,
  )

/** Locks orders for a settlement, in the order of their ids; unknown ones are left out. */
export const lockPayable = store.lockPayable

// ── What a settlement does with them ─────────────────────────────────────────

// Its orders move together, in joint steps: what is asked and told is the settlement's.

const SETTLEMENT: ReadonlySet<TestOrder['role']> = new Set(['settlement'])

/** Confirmed orders go into a settlement; all of them (answers how many did), or the caller has to refuse. */
export async function enterSettlement(
  ctx: Ctx,
  orderIds: readonly number[],
  settlementId: number,
): Promise<number> {
  await endProposals(ctx, await store.withProposal(ctx.db, orderIds), '已发起结算')
  const moved = await store.enterSettlement(ctx, orderIds, settlementId, {
    event: 'take',
    from: ['confirmed'],
    // Whoever starts a settlement is booker or payer of each: create.handler.ts of settlement has judged it.
    by: new Set(['owner']),
  })
  return refreshScreens(ctx, moved)
}

/** The settlement came to nothing: its orders are open again. */
export async function release(ctx: Ctx, settlementId: number, reason: string | null): Promise<number> {
  const step = { event: 'release', from: ['in_settlement'], by: SETTLEMENT, reason } as const
  const moved = await store.leaveSettlement(ctx, settlementId, step)
  await askForLeavers(ctx, moved)
  return refreshScreens(ctx, moved)
}

/** The settlement was paid. */
export async function settle(ctx: Ctx, settlementId: number): Promise<number> {
  const step = { event: 'settle', from: ['in_settlement'], by: SETTLEMENT } as const
  return refreshScreens(ctx, await store.stayInSettlement(ctx, settlementId, step))
}

/** The settlement was reversed: its orders are to be settled again. */
export async function reopen(ctx: Ctx, settlementId: number, reason: string | null): Promise<number> {
  const step = { event: 'reopen', from: ['settled'], by: SETTLEMENT, reason } as const
  const moved = await store.leaveSettlement(ctx, settlementId, step)
  await announce(ctx, 'test_order.reopened', { bookingIds: moved.map((o) => o.bookingId) })
  await askForLeavers(ctx, moved)
  return refreshScreens(ctx, moved)
}

/** They wait to be paid again, perhaps by somebody who has left meanwhile. */
const askForLeavers = async (ctx: Ctx, moved: readonly store.Moved[]): Promise<void> =>
  askInstead(
    ctx,
    await store.listUnpaid(
      ctx.db,
      moved.map((o) => o.id),
    ),
  )

/** Whoever looks at one of them sees how it went on. */
function refreshScreens(ctx: Ctx, moved: readonly store.Moved[]): number {
  ctx.live(...listScreens(...moved.flatMap((o) => [o.bookerId, o.payerId])))
  return moved.length
}
