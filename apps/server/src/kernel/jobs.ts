import { isAway } from './away.rules.ts'
import { Ctx, type Actor, type Deps } from './ctx.ts'
import { poolDb, transaction } from './db.ts'
import { describeFault } from './fault.rules.ts'
import { logException } from './kernel.store.ts'

/**
 * Timed work. `run` gets a transaction of its own and the moment it counts as now; it returns how many rows
 * it dealt with.
 */
export interface Job {
  /** kebab-case, for ever: schedules are kept under it. */
  name: string
  /** What administrators read. */
  title: string
  /** Five fields, in campus time. */
  cron: string
  run: (ctx: Ctx) => Promise<number>
}

/** The timed work of this process, where it runs any. */
export interface Jobs {
  nextAt(job: Job, from: Date): Date | null
  /** Queues a run; false when one waits already. */
  runNow(name: string, by: number): Promise<boolean>
}

/**
 * Work of the system's own: a transaction, nobody's session. `actor`: for whom it goes on with what his
 * request began.
 */
export async function inTransaction<T>(
  deps: Deps,
  requestId: string,
  now: Date,
  work: (ctx: Ctx) => Promise<T>,
  actor: Actor | null = null,
): Promise<T> {
  let ctx!: Ctx
  const result = await transaction(deps.pool, (db, last) =>
    work((ctx = new Ctx(deps, db, { now, requestId, actor, last }))),
  )
  ctx.committed()
  return result
}

/**
 * Carries out one run of a job. Safe to repeat: a job looks for what is due, and takes rows with `for update
 * skip locked`.
 */
export const runJob = (deps: Deps, job: Job, now = new Date()): Promise<number> =>
  inTransaction(deps, `job:${job.name}`, now, job.run)

/**
 * For jobs whose rows do not depend on each other: each in a transaction of its own, so that one that fails
 * is written down and holds back none of the others. `work` takes its row with `for update skip locked` and
 * looks whether it is still due.
 */
export async function eachAlone<Row>(
  job: Ctx,
  rows: readonly Row[],
  work: (ctx: Ctx, row: Row) => Promise<void>,
): Promise<number> {
  let done = 0
  for (const row of rows) {
    try {
      await inTransaction(job.deps, job.requestId, job.now, (ctx) => work(ctx, row))
      done++
    } catch (e) {
      // With the database away each of the others would fail too; the next run finds them as they are.
      if (isAway(e)) throw e
      await logFault(job.deps, job.requestId, e as Error, row)
    }
  }
  return done
}

/**
 * Writes down what went wrong in timed work, where administrators look. That the database was away is
 * nobody's mistake.
 */
export async function logFault(deps: Deps, call: string, error: Error, row?: unknown): Promise<void> {
  if (isAway(error)) return
  await logException(poolDb(deps.pool), {
    ...describeFault(call, error),
    requestId: call,
    userId: null,
    request: row ?? null,
  })
}
