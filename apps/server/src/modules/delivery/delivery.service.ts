import type { Ctx } from '../../kernel/ctx.ts'
import { refuseMoved } from './pieces.action.ts'
import * as pieceStore from './piece.store.ts'

// Owns deliveries, and every single instrument of a contract as a piece: what its
// supplier enters and the tendering office checks. Acceptance and stock-in ask
// for pieces and say what became of them; whoever calls has asked for the right.

export { sendBack } from './pieces.action.ts'

/** The pieces of these purchases, of whatever state. */
export const listPieces = (
  ctx: Ctx,
  purchaseIds: number | readonly number[],
): Promise<pieceStore.PieceRow[]> =>
  pieceStore.listPieces(ctx.db, typeof purchaseIds === 'number' ? [purchaseIds] : purchaseIds)

/** They are the university's from now on; refused where one of them has meanwhile gone elsewhere. */
export async function setAccepted(
  ctx: Ctx,
  pieceIds: readonly number[],
  acceptanceId: number,
): Promise<void> {
  if ((await pieceStore.accept(ctx, pieceIds, acceptanceId)) !== pieceIds.length) throw refuseMoved()
}

/** They are on the shelf, each as a device; refused where one of them has meanwhile gone elsewhere. */
export async function setStored(
  ctx: Ctx,
  pieces: readonly { pieceId: number; deviceId: number; stockInId: number }[],
): Promise<void> {
  if ((await pieceStore.store(ctx, pieces)) !== pieces.length) throw refuseMoved()
}
