import type { Deps } from '../../kernel/ctx.ts'
import { inTransaction } from '../../kernel/jobs.ts'
import * as store from './ledger.store.ts'

/** Changes per transaction: a backlog is processed without holding locks for long. */
const AT_ONCE = 2000

/** Writes up to `AT_ONCE` changes; `more`: there may be others. */
async function writeSome(w: store.Writing): Promise<{ rows: number; more: boolean }> {
  if (!(await store.lock(w))) return { rows: 0, more: false }
  const { changes, due } = await store.takeDue(w, AT_ONCE)
  let rows = 0
  for (const { source, ids } of due) rows += await store.write(w, source, ids)
  return { rows, more: changes === AT_ONCE }
}

async function untilDone(some: () => Promise<{ rows: number; more: boolean }>): Promise<number> {
  let written = 0
  for (;;) {
    const { rows, more } = await some()
    written += rows
    if (!more) return written
  }
}

/** Writes all changes since the last write; returns the number of rows added. */
export const catchUp = (w: store.Writing): Promise<number> => untilDone(() => writeSome(w))

/** Runs work in a transaction of its own. */
export type InPart = <T>(work: (w: store.Writing) => Promise<T>) => Promise<T>
export const makeParts =
  (deps: Deps, requestId: string, now: Date): InPart =>
  (work) =>
    inTransaction(deps, requestId, now, ({ db }) => work({ db, now, zone: deps.env.CAMPUS_TZ }))

export const catchUpInParts = (inPart: InPart): Promise<number> => untilDone(() => inPart(writeSome))

/**
 * Compares the whole ledger with its sources and corrects differences, so a lost ledger is rebuilt. Returns
 * the number of rows added: 0 if the ledger was right.
 */
export async function check(inPart: InPart): Promise<number> {
  let rows = 0
  for (const source of store.sources) rows += await countChecked(source, inPart)
  return rows
}
function countChecked(source: store.Source, inPart: InPart): Promise<number> {
  let last = 0
  return untilDone(() =>
    inPart(async (w) => {
      // A skipped part would stay unchecked, unnoticed, until the next night.
      await store.waitForLock(w)
      const ids = await store.idsAfter(w, source, last, AT_ONCE)
      last = ids.at(-1) ?? last
      return { rows: await store.write(w, source, ids), more: ids.length === AT_ONCE }
    }),
  )
}
