import { isAway } from './away.rules.ts'
import { Ctx, type Actor, type Deps } from './ctx.ts'
import { poolDb, transaction } from './db.ts'
import { describeFault } from './fault.rules.ts'
import { logException } from './kernel.store.ts'

/**
 * A timed job. `run` gets its own transaction, with the time of the run as `ctx.now`; it returns
 * how many rows it handled.
 */
export interface Job {
  /** In kebab-case. Never change it: schedules are stored under it. */
  name: string
  /** The name that administrators see. */
  title: string
  /** A cron expression of five fields, in campus time. */
  cron: string
  run: (ctx: Ctx) => Promise<number>
}

/** The timed work of this process, where it runs any. */
export interface Jobs {
  nextAt(job: Job, from: Date): Date | null
  /** Queues a run; false if one is queued already. */
  runNow(name: string, by: number): Promise<boolean>
}

/**
 * Runs work of the system in a transaction, without a session. `actor`: the person
 * whose request it continues.
 */
export async function inTransaction<T>(
  deps: Deps,
  requestId: string,
  now: Date,
  work: (ctx: Ctx) => Promise<T>,
  actor: Actor | null = null,
): Promise<T> {
  let ctx!: Ctx
  // What failed is often tried again at once, a row at a time: rows that are still locked would be skipped.
  const result = await transaction(
    deps.pool,
    (db, last, attempt) => work((ctx = new Ctx(deps, db, { now, requestId, actor, last, attempt }))),
    { waitForUndo: true },
  )
  ctx.committed()
  return result
}

/**
 * Carries out one run of a job. Safe to repeat: a job selects what is due, and takes rows with
 * `for update skip locked`.
 */
export const runJob = (deps: Deps, job: Job, now = new Date()): Promise<number> =>
  inTransaction(deps, `job:${job.name}`, now, job.run)

/**
 * For jobs whose rows do not depend on each other: each row has its own transaction, so that one that fails
 * is logged and does not stop the others. `work` takes its row with `for update skip locked` and checks that
 * it is still due. Returns how many rows succeeded; throws if the database is unavailable.
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
      // Without the database the other rows would fail too; the next run finds them unchanged.
      if (isAway(e)) throw e
      await logFault(job.deps, job.requestId, e as Error, row)
    }
  }
  return done
}

/**
 * For jobs that go on until nothing is due: each part has its own transaction, so that a backlog holds no
 * locks for long. `take` handles at most `limit` rows, each of which is not due afterwards, and returns how
 * many; fewer than `limit` were the last. Returns how many rows were handled.
 */
export async function takeInParts(
  job: Ctx,
  limit: number,
  take: (ctx: Ctx, limit: number) => Promise<number>,
): Promise<number> {
  let done = 0
  for (;;) {
    const rows = await inTransaction(job.deps, job.requestId, job.now, (ctx) => take(ctx, limit))
    done += rows
    if (rows < limit) return done
  }
}

/** Writes a fault of timed work to the exception log. An unavailable database is no bug and is not logged. */
export async function logFault(deps: Deps, call: string, error: Error, row?: unknown): Promise<void> {
  if (isAway(error)) return
  await logException(poolDb(deps.pool), {
    ...describeFault(call, error),
    requestId: call,
    userId: null,
    request: row ?? null,
  })
}
