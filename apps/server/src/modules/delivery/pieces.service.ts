import { deliveryRefusals } from '@portal/contract/delivery/delivery'
import type { Ctx } from '../../kernel/ctx.ts'
import { logStep } from '../../kernel/flow-log.store.ts'
import { refuse } from '../../kernel/refuse.ts'
import * as store from './delivery.store.ts'
import * as pieceStore from './piece.store.ts'
import { changed, SYSTEM, takeStep } from './steps.service.ts'

// What contract, acceptance and stock-in do with deliveries and their pieces. Whoever calls has asked for the right.

export type { PieceRow } from './piece.store.ts'

/** The contract is signed: every single instrument of it is expected. */
export async function openFor(ctx: Ctx, purchaseId: number, supplierId: number): Promise<void> {
  const id = await store.open(ctx, purchaseId, supplierId)
  await logStep(ctx, { business: 'delivery', rowId: id, event: 'open', from: null, to: 'awaiting_entry' })
  await changed(ctx, id)
}

/** The contract has ended: what was not accepted is struck off. */
export async function end(
  ctx: Ctx,
  { purchaseId, reason }: { purchaseId: number; reason: string },
): Promise<void> {
  const v = await store.ofPurchase(ctx.db, purchaseId)
  if (!v) throw new Error('a contract opens a delivery')
  await pieceStore.strike(ctx, purchaseId)
  await takeStep(ctx, v, SYSTEM, { event: 'end', to: 'ended', reason })
}

export const piecesOf = (ctx: Ctx, purchaseIds: number | readonly number[]): Promise<pieceStore.PieceRow[]> =>
  pieceStore.pieces(ctx.db, typeof purchaseIds === 'number' ? [purchaseIds] : purchaseIds)

const moved = () => refuse('PIECES_MOVED', deliveryRefusals.PIECES_MOVED, { status: 409 })

export async function setAccepted(
  ctx: Ctx,
  pieceIds: readonly number[],
  acceptanceId: number,
): Promise<void> {
  if ((await pieceStore.accept(ctx, pieceIds, acceptanceId)) !== pieceIds.length) throw moved()
}

/** Back to the supplier, who enters what he delivers instead. */
export async function sendBack(
  ctx: Ctx,
  purchaseId: number,
  pieces: readonly { pieceId: number; reason: string }[],
): Promise<void> {
  if (pieces.length === 0) return
  await store.lockOfPurchase(ctx, purchaseId)
  const v = await store.ofPurchase(ctx.db, purchaseId)
  if (!v || (await pieceStore.sendBack(ctx, purchaseId, pieces, 'checked')) !== pieces.length) throw moved()
  const reason =
    `验收退回 ${pieces.length} 台：${[...new Set(pieces.map((p) => p.reason))].join('；')}`.slice(0, 500)
  // Already open for another one: the supplier is told of this one too.
  if (v.state === 'awaiting_entry') await changed(ctx, v.id)
  else await takeStep(ctx, v, SYSTEM, { event: 'reopen', to: 'awaiting_entry', reason })
}

export async function setStored(
  ctx: Ctx,
  pieces: readonly { pieceId: number; deviceId: number; stockInId: number }[],
): Promise<void> {
  if ((await pieceStore.store(ctx, pieces)) !== pieces.length) throw moved()
}
