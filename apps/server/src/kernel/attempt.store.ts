import type { Ctx } from './ctx.ts'
import { run } from './db.ts'

/**
 * Runs work inside a writing call that may fail alone: if it throws, its writes are rolled back to a
 * savepoint and the transaction goes on; the error is thrown. For a write that a constraint may refuse where
 * the answer needs one more query, and for batches.
 */
export async function attempt<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  await run(ctx.db, 'savepoint attempt', [])
  try {
    const result = await ctx.alone(work)
    // Later statements do not need the savepoint, and each one that stays open costs: a
    // batch would pile them up.
    await run(ctx.db, 'release savepoint attempt', [])
    return result
  } catch (e) {
    await run(ctx.db, 'rollback to savepoint attempt', [])
    throw e
  }
}
