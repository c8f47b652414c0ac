import type { Deps } from '../../kernel/ctx.ts'
import { inTransaction } from '../../kernel/jobs.ts'
import * as store from './fold.store.ts'

/**
 * Folds new entries into the sums; returns their number. The last entries are
 * read in a transaction of their own, so that the lock that blocks posting is
 * released before the work begins; the numbers it returned stay valid.
 */
export async function foldNew(deps: Deps, requestId: string, now: Date): Promise<number> {
  const last = await inTransaction(deps, requestId, now, ({ db }) => store.readLast(db))
  return inTransaction(deps, requestId, now, ({ db }) => store.fold(db, last, deps.env.CAMPUS_TZ))
}
