import type { Deps } from '../../kernel/ctx.ts'
import { inTransaction } from '../../kernel/jobs.ts'
import * as store from './fold.store.ts'

/**
 * Folds what was posted since into the sums. The lock that whoever posts waits for is let go before the work
 * begins: what it tells stays true.
 */
export async function foldNew(deps: Deps, requestId: string, now: Date): Promise<number> {
  const last = await inTransaction(deps, requestId, now, ({ db }) => store.readLast(db))
  return inTransaction(deps, requestId, now, ({ db }) => store.fold(db, last, deps.env.CAMPUS_TZ))
}
