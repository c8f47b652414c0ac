import type { Ctx } from '../../kernel/ctx.ts'
import { stockInFlow } from './stock-in.flow.ts'
import { stockIns } from './stock-in.process.ts'
import * as store from './stock-in.store.ts'

/** Opens an order for accepted pieces; the requester then completes it. */
export async function openFor(
  ctx: Ctx,
  accepted: { acceptanceId: number; purchaseId: number; pieceIds: readonly number[] },
): Promise<void> {
  await stockIns.begin(ctx, stockInFlow, 'open', {
    by: ['system'],
    detail: { pieces: accepted.pieceIds },
    add: (state) => store.add(ctx, { ...accepted, state }),
  })
}
