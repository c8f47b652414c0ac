// The files that a lab or a device hands out. The download centre asks for them by number, and counts their
// downloads here.
import type { Ctx } from '../../kernel/ctx.ts'
import { mayRead } from './access.action.ts'
import * as store from './resource.store.ts'

/**
 * The download centre's own numbers are smaller (constraint `resource_number`), so that a
 * number says whose file is meant.
 */
export const isResource = (id: number): boolean => id > 1_000_000_000

/** Counts one more download. Undefined: there is no such file, or the person may not read it. */
export async function countDownload(ctx: Ctx, id: number): Promise<{ downloads: number } | undefined> {
  const row = await store.find(ctx.db, id)
  if (!row || !(await mayRead(ctx, row))) return undefined
  return store.count(ctx, id)
}
