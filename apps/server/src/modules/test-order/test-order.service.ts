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

// Test orders: what was done on an instrument and what it costs, until it is paid. The settlement module asks
// which of them may be paid, takes them and reports the outcome; the violation module may waive the fee of an
// unused booking.

export { createDraft } from './draft.action.ts'
export { waiveFee } from './fee.action.ts'
export { leave } from './leaving.action.ts'
export { registerSettlementReaders } from './settlement-sight.action.ts'
export { writeOff } from './write-off.action.ts'
export { readPlaces } from './test-order.process.ts'

// ── What may be settled ──────────────────────────────────────────────────────

/** Confirmed orders that the caller may settle. */
export const listPayable = (ctx: Ctx, query: Omit<TestOrderFilters, 'payerGone'>) =>
  showList(ctx, { party: ctx.me.id }, { ...query, payerGone: undefined, state: 'confirmed' })

/** The number of these orders. */
export const countPayable = (ctx: Ctx): Promise<number> => listStore.countPayable(ctx.db, ctx.me.id)

/**
 * The orders with these ids, or those that match the filters among the caller's payable ones: oldest first,
 * at most `most`.
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

/** The bookings of these orders. */
export const listBookings = (ctx: Ctx, orderIds: readonly number[]): Promise<number[]> =>
  store.listBookings(ctx.db, orderIds)

/** Locks orders for a settlement, in the order of their ids; unknown ones are left out. */
export const lockPayable = store.lockPayable

// ── What a settlement does with them ─────────────────────────────────────────

// The orders of a settlement move together in joint steps; tasks and messages belong to the settlement.

const SETTLEMENT: ReadonlySet<TestOrder['role']> = new Set(['settlement'])

/**
 * Moves confirmed orders into a settlement and returns how many moved; the caller must refuse if some did
 * not.
 */
export async function enterSettlement(
  ctx: Ctx,
  orderIds: readonly number[],
  settlementId: number,
): Promise<number> {
  await endProposals(ctx, await store.withProposal(ctx.db, orderIds), '已发起结算')
  const moved = await store.enterSettlement(ctx, orderIds, settlementId, {
    event: 'take',
    from: ['confirmed'],
    // The caller is booker or payer of each: create.handler.ts of settlement has checked it.
    by: new Set(['owner']),
  })
  return refreshScreens(ctx, moved)
}

/** The settlement failed: its orders wait for payment again. Returns their number. */
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

/** The payer of a released order may have left meanwhile. */
const askForLeavers = async (ctx: Ctx, moved: readonly store.Moved[]): Promise<void> =>
  askInstead(
    ctx,
    await store.listUnpaid(
      ctx.db,
      moved.map((o) => o.id),
    ),
  )

/** Refreshes the open pages of bookers and payers. */
function refreshScreens(ctx: Ctx, moved: readonly store.Moved[]): number {
  ctx.live(...listScreens(...moved.flatMap((o) => [o.bookerId, o.payerId])))
  return moved.length
}
