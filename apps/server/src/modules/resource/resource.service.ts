// The files that a lab or a device offers. The download centre looks them up by id and counts their downloads
// here.
import type { Ctx } from '../../kernel/ctx.ts'
import { mayRead } from './access.action.ts'
import * as store from './resource.store.ts'

/**
 * Ids of the download centre's own files are smaller (constraint `resource_number`), so the id tells whose
 * file it is.
 */
export const isResource = (id: number): boolean => id > 1_000_000_000

/** Counts a download. Undefined: no such file, or the caller may not read it. */
export async function countDownload(ctx: Ctx, id: number): Promise<{ downloads: number } | undefined> {
  const row = await store.find(ctx.db, id)
  if (!row || !(await mayRead(ctx, row))) return undefined
  return store.count(ctx, id)
}
