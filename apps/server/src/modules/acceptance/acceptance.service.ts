import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import * as store from './acceptance.store.ts'
import { acceptances } from './acceptance.process.ts'
import { readDetail } from './show.action.ts'

// Owns acceptances: the taking over of what was delivered, and who signs
// for it. What was accepted it announces (acceptance.events.ts); one may
// ask only for a whole acceptance, for the records of an instrument, and
// whether it opens for somebody.

export type WholeAcceptance = Awaited<ReturnType<typeof showWhole>>

/** May whoever asks open this acceptance? */
export const mayOpen = (ctx: Ctx, id: number): Promise<boolean> => acceptances.maySee(ctx, id)

/** Everything of an acceptance, for a dossier: whoever calls this has asked whether the person may. */
export async function showWhole(ctx: Ctx, id: number) {
  const a = await store.find(ctx.db, id)
  if (!a) throw notFound('验收单')
  return readDetail(ctx, a, new Set())
}
