import type { Ctx } from '../../kernel/ctx.ts'
import { askInstead, DEPARTURE, orders } from './test-order.process.ts'
import * as store from './test-order.store.ts'
import { LEFT, NEW_PAYER_LEFT } from './unpaid.action.ts'

/**
 * Handles the orders of people who leave. Corrections that cost them more are filled in again. Their
 * successor is asked to pay their bills; without a successor the labs and finance are told.
 */
export async function leave(ctx: Ctx, userIds: readonly number[]): Promise<void> {
  for (const id of await store.listAsked(ctx.db, userIds))
    await orders.take(ctx, { row: (await find(ctx, id)).row, roles: DEPARTURE }, 'decline_payer', {
      reason: NEW_PAYER_LEFT,
    })
  // Only they could agree to the higher price, nobody in their place.
  for (const id of await store.listRisen(ctx, userIds))
    await orders.take(ctx, await find(ctx, id), 'return', {
      reason: `${LEFT}，费用不能调高；更换付款人后再更正`,
    })
  await askInstead(ctx, await store.listUnpaidBy(ctx, userIds))
}

async function find(ctx: Ctx, id: number) {
  const found = await orders.loadAsSystem(ctx, id)
  if (!found) throw new Error('a test order is never removed')
  return found
}
