import type { Ctx } from '../../kernel/ctx.ts'
import { LOOSE_PICTURE } from './file.rules.ts'
import * as store from './file.store.ts'
import { drafts, texts, tables, looseBusinesses } from './registry.action.ts'
import { dropBytes, removeWith } from './keeping.action.ts'

/** Removes files whose row was deleted. Returns how many. */
export async function sweepOrphans(ctx: Ctx, limit: number): Promise<number> {
  let removed = 0
  for (const [business, table] of tables) {
    const rows = await store.listGone(ctx.db, business, table, limit)
    if (rows.length > 0) removed += await removeWith(ctx, [business], rows)
  }
  return removed
}

/**
 * Removes files of forms that were never submitted, and pictures removed from texts. A picture that another
 * text shows is passed to that text. Returns how many were removed.
 */
export async function sweepLoose(ctx: Ctx, before: Date, limit: number): Promise<number> {
  const loose = await store.lockLoose(ctx, looseBusinesses(), { before, drafts, limit })
  if (loose.length === 0) return 0
  const shown = new Set<string>()
  for (const [business, text] of texts) {
    for (const { id, rowId } of await store.findShownIn(ctx.db, text, loose)) {
      await store.join(ctx, [id], LOOSE_PICTURE, business, rowId)
      shown.add(id)
    }
  }
  const ids = await store.remove(
    ctx,
    loose.filter((id) => !shown.has(id)),
  )
  dropBytes(ctx, ids)
  return ids.length
}
