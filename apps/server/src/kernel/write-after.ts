import type { Call } from '@portal/contract/kernel/call'
import { Ctx } from './ctx.ts'
import { transaction } from './db.ts'
import { logFault } from './jobs.ts'
import { logOperation } from './kernel.store.ts'

/**
 * Runs the short transaction of a call that declares `writes: false` because something slow comes first (a
 * password hash, another site), during which the call may hold neither a connection nor a lock. Also writes
 * the entry in the operation log. `last`: as in `transaction`; statements that a call hands to it are sent in
 * one network write with `begin` and `commit`.
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
 * Writes in a short transaction of its own once the transaction of this call has ended, whether it was
 * refused or (as a batch with refused rows in it) committed. If this write fails, the fault is logged and the
 * person still gets the answer of the call.
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
