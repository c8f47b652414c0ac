import { acceptanceRefusals, type AcceptanceScale } from '@portal/contract/acceptance/acceptance'
import type { Ctx } from '../../kernel/ctx.ts'
import { defineTranslation, notFound, refuse } from '../../kernel/refuse.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import { acceptanceFlow } from './acceptance.flow.ts'
import { acceptances } from './acceptance.process.ts'
import { findScale } from './acceptance.rules.ts'
import * as store from './acceptance.store.ts'
import * as parts from './parts.store.ts'

/** The scale by today's thresholds; the dictionaries hold yuan. */
export async function chooseScaleToday(
  ctx: Ctx,
  pieces: readonly { priceFen: number }[],
): Promise<AcceptanceScale> {
  const from = await dictionary.readNumbers(ctx, ['acceptance_medium_from', 'acceptance_large_from'])
  return findScale(
    pieces.map((p) => p.priceFen),
    { mediumFen: from.acceptance_medium_from * 100, largeFen: from.acceptance_large_from * 100 },
  )
}

/**
 * Opens an acceptance of all checked pieces of a purchase that are in no open one, and returns its id;
 * undefined if there are none.
 */
export async function openFor(ctx: Ctx, purchaseId: number): Promise<number | undefined> {
  const pieces = await parts.listFreePieces(ctx.db, purchaseId)
  if (pieces.length === 0) return undefined
  const about = await purchase.find(ctx, purchaseId)
  if (!about) throw notFound('申购')
  const scale = await chooseScaleToday(ctx, pieces)
  const checks = await dictionary.listCodes(ctx, 'acceptance_check')
  const pieceIds = pieces.map((p) => p.id)
  const { id } = await acceptances.begin(ctx, acceptanceFlow, 'create', {
    by: ['receiver'],
    detail: { pieces: pieceIds },
    add: (state) =>
      refuseTaken(() =>
        store.add(ctx, { purchaseId, scale, state, receiverId: about.requesterId, pieceIds, checks }),
      ),
  })
  return id
}

/** The contract has ended: pieces that are not accepted yet will not be. */
export async function cancelOpen(
  ctx: Ctx,
  { purchaseId, reason }: { purchaseId: number; reason: string },
): Promise<void> {
  for (const { id } of await store.listOpen(ctx.db, purchaseId)) {
    const loaded = await acceptances.loadAsSystem(ctx, id)
    if (loaded) await acceptances.take(ctx, loaded, 'cancel', { reason: `合同已终止：${reason}` })
  }
}

/** A piece is in at most one open acceptance. */
export const refuseTaken = defineTranslation({
  acceptance_piece_live: () => refuse('PIECE_TAKEN', acceptanceRefusals.PIECE_TAKEN, { status: 409 }),
})
