import type { Call } from '@portal/contract/kernel/call'
import { Ctx } from './ctx.ts'
import { transaction } from './db.ts'
import { logFault } from './jobs.ts'
import { logOperation } from './kernel.store.ts'

/**
 * For calls that declare `writes: false` because something slow comes first (a password hash, another site),
 * during which neither a connection nor a lock may be held: the short transaction that follows, with its
 * entry in the operation log. `last`: as in `transaction`; what a call hands to it leaves in one write with
 * `begin` and `commit`.
 */
export async function writeAfter<T>(
  ctx: Ctx,
  call: Pick<Call, 'method' | 'path' | 'summary'>,
  work: (ctx: Ctx, last: (statement: Promise<unknown>) => void) => Promise<T>,
  by?: { id: number; username: string } | null,
): Promise<T> {
  let inner!: Ctx
  const result = await transaction(
    ctx.deps.pool,
    async (db, last) => {
      inner = new Ctx(ctx.deps, db, ctx)
      const answer = await work(inner, last)
      last(logOperation(inner, `${call.method} ${call.path}`, call.summary, { by: by ?? inner.actor }))
      return answer
    },
    { noting: true },
  )
  inner.committed()
  return result
}

/**
 * Written once the transaction of this call has ended, whether it was refused or (as a batch with refused
 * rows in it) committed; in a short transaction of its own. Should that fail, the person still gets the
 * answer he would have got: it is only written down.
 */
export function writeEitherWay(ctx: Ctx, what: string, work: (ctx: Ctx) => Promise<void>): void {
  ctx.eitherWay(async () => {
    try {
      let inner!: Ctx
      await transaction(ctx.deps.pool, (db) => work((inner = new Ctx(ctx.deps, db, ctx))))
      inner.committed()
    } catch (e) {
      await logFault(ctx.deps, what, e as Error).catch(() => {})
    }
  })
}
