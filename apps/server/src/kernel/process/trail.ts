import { findFlow, type AnyRow, type Binding, type Inbox, type Trail } from '../binding.ts'
import type { Ctx } from '../ctx.ts'
import { history } from '../flow-log.store.ts'
import type { Vocabulary } from '../flow.ts'
import { placeOnStrip } from '../strip.rules.ts'
import { together } from '../together.ts'

/**
 * The progress and the history of a row; the caller has checked that the person may see it. `asks`:
 * which stages this row needs.
 */
export function defineTrail<
  V extends Vocabulary,
  Row extends Listed,
  Standing,
  Changes,
  Listed extends AnyRow<V>,
  Told extends V['event'],
>(inbox: Inbox, binding: Binding<V, Row, Standing, Changes, Listed, Told>) {
  const { business } = binding
  return async (ctx: Ctx, row: Row, asks?: (key: string) => boolean): Promise<Trail> => {
    const { strip, words } = findFlow(binding, row).table
    const [log, waiting] = await together([
      history(ctx, business, row.id),
      strip ? inbox.awaitedAt(ctx, business, row.id) : [],
    ])
    const awaited = waiting.flatMap((w) => w.names).join('、') || (binding.unaskedOf?.(row) ?? null)
    const about = { awaited, words: words.state, ...(asks && { asks }) }
    const progress = strip ? placeOnStrip(strip, row, log, about) : []
    const told = log.map((l) => ({
      event: l.event,
      title: findWord(words.event, l.event),
      who: l.actor ?? '系统',
      reason: l.reason,
      at: l.at,
    }))
    return { log, awaited, dueAt: waiting[0]?.dueAt ?? null, progress, history: told }
  }
}

const findWord = (words: Readonly<Record<string, string>>, event: string): string => words[event] ?? event
