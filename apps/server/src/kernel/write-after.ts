import type { Call } from '@portal/contract/kernel/call'
import { Ctx } from './ctx.ts'
import { transaction } from './db.ts'
import { logOperation } from './kernel.store.ts'

/**
 * For calls that declare `writes: false` because something slow comes first (a password hash, another site), during which
 * neither a connection nor a lock may be held: the short transaction that follows, with its entry in the operation log.
 */
export async function writeAfter<T>(
  ctx: Ctx,
  call: Pick<Call, 'method' | 'path' | 'summary'>,
  work: (ctx: Ctx) => Promise<T>,
  by?: { id: number; username: string } | null,
): Promise<T> {
  let inner!: Ctx
  const result = await transaction(ctx.deps.pool, async (db) => {
    inner = new Ctx(ctx.deps, db, ctx)
    const answer = await work(inner)
    await logOperation(inner, `${call.method} ${call.path}`, call.summary, { by: by ?? inner.actor })
    return answer
  })
  inner.committed()
  return result
}
