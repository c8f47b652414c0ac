import type { Ctx } from './ctx.ts'
import { run } from './db.ts'

/**
 * Work inside a writing call that may fail without taking the rest with it: when it throws, what it wrote is
 * undone and the transaction goes on. For a write that a constraint may refuse, where the answer needs one
 * more query, and for batches.
 */
export async function attempt<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  await run(ctx.db, 'savepoint attempt', [])
  try {
    const result = await work()
    // What follows does not need it, but each savepoint kept open costs: a batch would pile them up.
    await run(ctx.db, 'release savepoint attempt', [])
    return result
  } catch (e) {
    await run(ctx.db, 'rollback to savepoint attempt', [])
    throw e
  }
}
