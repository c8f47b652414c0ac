import type { Verdict } from '@portal/contract/kernel/rows'
import type { Ctx } from './ctx.ts'
import { isRetryable, run } from './db.ts'
import { findRefusal } from './refuse.ts'

/**
 * The rows of a batch, each for itself: one that is refused leaves nothing behind and holds back none of the
 * others. `work` takes the step and answers the state the row is in now and what the person reads of it.
 */
export async function eachByItself<Item extends { id: number }>(
  ctx: Ctx,
  items: readonly Item[],
  work: (item: Item) => Promise<{ state: string; message: string }>,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  // In the order of their ids, so that of two batches with the same rows one waits for the other instead of
  // in a circle.
  for (const item of items.toSorted((a, b) => a.id - b.id)) {
    send(ctx, 'savepoint item')
    try {
      verdicts.push({ id: item.id, ok: true, ...(await work(item)) })
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

/** Not waited for: it travels with the statement that follows, which fails if it does. */
const send = (ctx: Ctx, text: string): void => void run(ctx.db, text, []).catch(() => {})
