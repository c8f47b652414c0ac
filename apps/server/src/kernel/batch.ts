import type { Verdict } from '@portal/contract/kernel/rows'
import type { Ctx } from './ctx.ts'
import { isRetryable, run } from './db.ts'
import { findRefusal } from './refuse.ts'

/**
 * Handles each row of a batch in its own savepoint: a refused row leaves no writes behind and does not stop
 * the others. `work` takes the step and returns the new state of the row and the message for the person.
 * Errors that are no refusals, and those after which the transaction is retried, are thrown.
 */
export async function eachByItself<Item extends { id: number }>(
  ctx: Ctx,
  items: readonly Item[],
  work: (item: Item) => Promise<{ state: string; message: string }>,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  // In the order of the ids: of two batches with the same rows one then waits for the
  // other, without a deadlock.
  for (const item of items.toSorted((a, b) => a.id - b.id)) {
    send(ctx, 'savepoint item')
    try {
      verdicts.push({ id: item.id, ok: true, ...(await ctx.alone(() => work(item))) })
      send(ctx, 'release savepoint item')
    } catch (e) {
      const refusal = isRetryable(e) ? undefined : findRefusal(e)
      if (!refusal) throw e
      await run(ctx.db, 'rollback to savepoint item', [])
      verdicts.push({ id: item.id, ok: false, state: null, message: refusal.message })
    }
  }
  return verdicts
}

/** Does not wait for the answer: the statement is sent with the next one, which fails if this one does. */
const send = (ctx: Ctx, text: string): void => void run(ctx.db, text, []).catch(() => {})
