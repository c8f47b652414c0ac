import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import * as store from './acceptance.store.ts'
import { acceptances } from './acceptance.process.ts'
import { readDetail } from './show.action.ts'

// Owns acceptances: the taking over of deliveries, and the signatures for it. It announces accepted pieces
// (acceptance.events.ts); other modules may only read a whole acceptance, for an instrument's dossier, and
// ask whether the caller may open one.

export type WholeAcceptance = Awaited<ReturnType<typeof showWhole>>

/** May the caller open this acceptance? */
export const mayOpen = (ctx: Ctx, id: number): Promise<boolean> => acceptances.maySee(ctx, id)

/** Everything of an acceptance, for a dossier; the caller must check the rights. */
export async function showWhole(ctx: Ctx, id: number) {
  const a = await store.find(ctx.db, id)
  if (!a) throw notFound('验收单')
  return readDetail(ctx, a, new Set())
}
