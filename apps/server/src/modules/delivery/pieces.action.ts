import { deliveryRefusals } from '@portal/contract/delivery/delivery'
import { cutText } from '@portal/contract/kernel/text'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse } from '../../kernel/refuse.ts'
import { deliveryFlow, type Delivery } from './delivery.flow.ts'
import { deliveries, tellCorrected } from './delivery.process.ts'
import * as store from './delivery.store.ts'
import * as pieceStore from './piece.store.ts'

// What the contract and the acceptance do with a delivery and its pieces.

const SYSTEM: ReadonlySet<Delivery['role']> = new Set(['system'])

/** The contract is signed: opens a delivery with one piece per instrument. */
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

/**
 * The contract was corrected: its pieces cost what it says now, the company is told, and those who check the
 * pieces look again.
 */
export async function reprice(ctx: Ctx, { purchaseId }: { purchaseId: number }): Promise<void> {
  await store.reprice(ctx, purchaseId)
  const row = await store.findOfPurchase(ctx.db, purchaseId)
  if (row?.state === 'awaiting_check') await deliveries.askAgain(ctx, row)
  if (row?.state === 'awaiting_check' || row?.state === 'awaiting_entry') await tellCorrected(ctx, row)
}

/** The company's people have changed: updates who is asked for its open deliveries. */
export async function followMembers(
  ctx: Ctx,
  { supplierId, joined, gone }: { supplierId: number; joined: readonly number[]; gone: readonly number[] },
): Promise<void> {
  for (const row of await store.listOpen(ctx.db, supplierId)) {
    await deliveries.excuse(ctx, row, gone)
    await deliveries.askAgain(ctx, row, { step: 'entry', userIds: joined })
  }
}

/** One of the pieces has changed state meanwhile. */
export const refuseMoved = () => refuse('PIECES_MOVED', deliveryRefusals.PIECES_MOVED, { status: 409 })

/** Sends pieces back to the supplier, who enters the replacements. */
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
  const reason = cutText(`验收退回 ${pieces.length} 台：${[...faults].join('；')}`, 500)
  // Already open for another piece: the supplier is told of this one too, with its own reason.
  if (row.state === 'awaiting_entry') await deliveries.askAgain(ctx, { ...row, reason })
  else await deliveries.take(ctx, { row, roles: SYSTEM }, 'reopen', { reason })
}
