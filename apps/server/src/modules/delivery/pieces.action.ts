import { deliveryRefusals } from '@portal/contract/delivery/delivery'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse } from '../../kernel/refuse.ts'
import { deliveryFlow, type Delivery } from './delivery.flow.ts'
import { deliveries } from './delivery.process.ts'
import * as store from './delivery.store.ts'
import * as pieceStore from './piece.store.ts'

// What the contract and acceptance do with a delivery and its pieces.

const SYSTEM: ReadonlySet<Delivery['role']> = new Set(['system'])

/** The contract is signed: every single instrument of it is expected. */
export async function openFor(ctx: Ctx, purchaseId: number, supplierId: number): Promise<void> {
  await deliveries.begin(ctx, deliveryFlow, 'open', {
    by: ['system'],
    add: () => store.open(ctx, purchaseId, supplierId),
  })
}

/** The contract has ended. */
export async function end(
  ctx: Ctx,
  { purchaseId, reason }: { purchaseId: number; reason: string },
): Promise<void> {
  const row = await store.findOfPurchase(ctx.db, purchaseId)
  if (!row) throw new Error('a contract opens a delivery')
  await deliveries.take(ctx, { row, roles: SYSTEM }, 'end', { reason })
}

/** Others act for the company: of what it still has to enter they are asked. */
export async function followMembers(
  ctx: Ctx,
  { supplierId, joined, gone }: { supplierId: number; joined: readonly number[]; gone: readonly number[] },
): Promise<void> {
  for (const row of await store.listOpen(ctx.db, supplierId)) {
    await deliveries.excuse(ctx, row, gone)
    await deliveries.askAgain(ctx, row, { step: 'entry', userIds: joined })
  }
}

/** One of the pieces has meanwhile gone elsewhere. */
export const refuseMoved = () => refuse('PIECES_MOVED', deliveryRefusals.PIECES_MOVED, { status: 409 })

/** Back to the supplier, who enters what he delivers instead. */
export async function sendBack(
  ctx: Ctx,
  purchaseId: number,
  pieces: readonly { pieceId: number; reason: string }[],
): Promise<void> {
  if (pieces.length === 0) return
  await store.lockOfPurchase(ctx, purchaseId)
  const row = await store.findOfPurchase(ctx.db, purchaseId)
  if (!row || (await pieceStore.sendBack(ctx, purchaseId, pieces, 'checked')) !== pieces.length)
    throw refuseMoved()
  const faults = new Set(pieces.map((p) => p.reason))
  const reason = `验收退回 ${pieces.length} 台：${[...faults].join('；')}`.slice(0, 500)
  // Already open for another one: the supplier is told of this one too.
  if (row.state === 'awaiting_entry') await deliveries.askAgain(ctx, row)
  else await deliveries.take(ctx, { row, roles: SYSTEM }, 'reopen', { reason })
}
