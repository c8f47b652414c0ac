import type { Ctx } from '../../kernel/ctx.ts'
import { inTransaction, logFault } from '../../kernel/jobs.ts'
import * as store from './search-index.store.ts'

/**
 * Compares the search index of the devices with their rows, a block at a time, and repairs what differs: a
 * lost index is made anew. Returns how many bits and names were wrong, and writes to the exception log if any
 * was, because only a change past the triggers leaves one behind.
 */
export async function repairSearchIndex({ db, deps, requestId, now }: Ctx): Promise<number> {
  const inPart = <T>(work: (part: Ctx) => Promise<T>) => inTransaction(deps, requestId, now, work)
  let wrong = await inPart((part) => store.addMissingNames(part.db))
  const last = (await store.findLastBlock(db)) ?? -1
  for (let block = 0; block <= last; block++)
    wrong += await inPart((part) => store.repairBlock(part.db, block))
  if (wrong > 0)
    await logFault(deps, requestId, new Error(`search index of devices: ${wrong} entries were wrong`))
  return wrong
}
