import type { Ctx } from '../../kernel/ctx.ts'
import { refuseMoved } from './pieces.action.ts'
import * as pieceStore from './piece.store.ts'

// Owns deliveries, and each instrument of a contract as a piece: what the supplier enters and the tendering
// office checks. Acceptance and stock-in read pieces and report what became of them; the caller must check
// the rights.

export { sendBack } from './pieces.action.ts'

/** The pieces of these purchases, in any state. */
export const listPieces = (
  ctx: Ctx,
  purchaseIds: number | readonly number[],
): Promise<pieceStore.PieceRow[]> =>
  pieceStore.listPieces(ctx.db, typeof purchaseIds === 'number' ? [purchaseIds] : purchaseIds)

/** The pieces now belong to the university; refused if one of them has changed state meanwhile. */
export async function setAccepted(
  ctx: Ctx,
  pieceIds: readonly number[],
  acceptanceId: number,
): Promise<void> {
  if ((await pieceStore.accept(ctx, pieceIds, acceptanceId)) !== pieceIds.length) throw refuseMoved()
}

/** The pieces are stored in, each as a device; refused if one of them has changed state meanwhile. */
export async function setStored(
  ctx: Ctx,
  pieces: readonly { pieceId: number; deviceId: number; stockInId: number }[],
): Promise<void> {
  if ((await pieceStore.store(ctx, pieces)) !== pieces.length) throw refuseMoved()
}
