import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss, type Job as Occurrence } from 'pg-boss'
import { isAway } from './away.rules.ts'
import type { Deps } from './ctx.ts'
import { poolDb } from './db.ts'
import { logFault, runJob, type Job, type Jobs } from './jobs.ts'
import * as store from './job-run.store.ts'

const QUEUE = 'portal'
/** How long runs are kept for the screen that shows them. */
const HISTORY_SECONDS = 14 * 86_400
/** A run whose server was killed is noticed after this long; its job may then run again. */
const HEARTBEAT_SECONDS = 30
const LONGEST_SECONDS = 15 * 60
const STOP_MS = 20_000
/** Runs at the same time on one server. */
const AT_ONCE = 2
/**
 * Pauses between tries while the database is unavailable: a nightly run would otherwise be missing for a day.
 * All are short, so that waiting work continues soon after the database is back.
 */
const AWAY_MS = [1000, 2000, 5000, 5000, 5000, 5000, 5000, 5000, 5000]
const START_AGAIN_MS = 1000
/**
 * A job whose time passed while no server ran is run once at the start. Otherwise an installation that is
 * stopped every night for its backup would never carry out what is planned for these hours.
 */
const MISSED = 'once'

export interface JobRunner extends Jobs {
  /** Starts nothing new and waits for what runs. */
  stop(): Promise<void>
}
/** The data of a queued run. `by`: the person who started it by hand; left out for a scheduled run. */
interface Order {
  job: string
  by?: number
}

export interface JobLog {
  info(message: string): void
  error(message: string): void
}

/**
 * Runs the timed work of all modules: of several servers on one database, one runs each occurrence. Returns
 * at once; the tables and schedules are set up in the background, so that requests do not wait.
 */
export function startJobs(deps: Deps, jobs: readonly Job[], log: JobLog): JobRunner {
  const stopping = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})

  /**
   * Retries `work` while the database is unavailable. It must be safe to repeat: it may have been done,
   * and only its answer lost.
   */
  async function outlast<T>(work: () => Promise<T>): Promise<T> {
    for (const ms of AWAY_MS) {
      try {
        return await work()
      } catch (e) {
        if (!isAway(e) || stopping.signal.aborted) throw e
        await pause(ms)
      }
    }
    return await work()
  }

  const atOnce = { executeSql: (text: string, values?: unknown[]) => deps.pool.query(text, values) }
  const boss = new PgBoss({
    // pg-boss must outlast an unavailable database too: a run whose end was not written would count as
    // running until its heartbeat is missed, and delay the next run of its job by a minute and a half.
    db: { executeSql: (text, values) => outlast(() => atOnce.executeSql(text, values)) },
    // Polls a few times a minute: work that cannot wait for that is done where it arises (see the outbox).
    cronWorkerIntervalSeconds: 10,
    // The queue gets sixteen rows an hour, so vacuum needs no watching.
    monitorVacuum: false,
    reindex: false,
  })
  const report = (what: string) => (e: unknown) =>
    log.error(`${what}: ${e instanceof Error ? e.message : String(e)}`)
  boss.on('error', report('jobs'))
  const byName = new Map(jobs.map((job) => [job.name, job]))

  const db = poolDb(deps.pool)

  async function carryOut(
    occurrence: Occurrence<Order>,
  ): Promise<{ rows: number; ms: number } | { paused: true }> {
    const { job: name, by } = occurrence.data
    const job = byName.get(name)
    // Another version of the portal, running beside this one, may know it.
    if (!job) throw new Error(`no job ${name}`)
    // A run started by hand is carried out although the job is paused.
    if (by === undefined && (await outlast(() => store.isPaused(db, name)))) return { paused: true }
    const run = await outlast(() => store.begin(db, name, by ?? null, new Date()))
    const start = performance.now()
    try {
      const rows = await outlast(() => runJob(deps, job))
      await outlast(() => store.end(db, run, new Date(), { rows }))
      return { rows, ms: Math.round(performance.now() - start) }
    } catch (e) {
      report(`job ${name}`)(e)
      await logFault(deps, `job:${name}`, e as Error)
      // if this fails, the screen shows the run as lost
      await store.end(db, run, new Date(), { error: (e as Error).message }).catch(() => {})
      throw e
    }
  }

  const workers: string[] = []
  async function start(): Promise<void> {
    await boss.start()
    // pg-boss policy `stately`: at most one queued and one active run of each job, over all servers.
    const limits = {
      retryLimit: 0,
      expireInSeconds: LONGEST_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: HISTORY_SECONDS,
      retentionSeconds: 3600,
    }
    await boss.createQueue(QUEUE, { policy: 'stately', ...limits })
    const scheduled = new Map((await boss.getSchedules(QUEUE)).map((each) => [each.key, each]))
    for (const key of scheduled.keys()) if (!byName.has(key)) await boss.unschedule(QUEUE, key)
    for (const { name, cron } of jobs) {
      // Most schedules are as the last start left them; writing all of them took a tenth of
      // a second at every start.
      const before = scheduled.get(name)
      const { CAMPUS_TZ: tz } = deps.env
      if (before?.cron === cron && before.timezone === tz && before.options?.missed === MISSED) continue
      await boss.schedule(QUEUE, cron, { job: name }, { key: name, tz, singletonKey: name, missed: MISSED })
    }
    for (let n = 0; n < AT_ONCE; n++) {
      const worker = await boss.work<Order>(
        QUEUE,
        { pollingIntervalSeconds: 5 },
        async ([occurrence]) =>
          occurrence &&
          // A dozen jobs become due at a full minute: waiting for a poll before each would
          // take most of the minute.
          carryOut(occurrence).finally(() => boss.notifyWorker(worker)),
      )
      workers.push(worker)
    }
  }
  /**
   * Tries until it succeeds: a database that is unavailable for a moment must not stop the
   * timed work of a whole day.
   */
  async function startSometime(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        return await start()
      } catch (e) {
        report('jobs did not start')(e)
        await boss.stop({ graceful: false }).catch(() => {})
        workers.length = 0
        await pause(START_AGAIN_MS)
      }
    }
  }
  const starting = startSometime()

  return {
    nextAt: ({ cron }, from) =>
      boss.previewSchedule(cron, { tz: deps.env.CAMPUS_TZ, from, count: 1 })[0] ?? null,
    async runNow(name, by) {
      await starting
      // A person waits for this answer, so the statement is not retried.
      const options = { singletonKey: name, priority: 1, db: atOnce }
      const queued = await boss.send(QUEUE, { job: name, by } satisfies Order, options)
      for (const worker of workers) boss.notifyWorker(worker)
      return queued !== null
    },
    async stop() {
      stopping.abort()
      await starting
      await boss.stop({ graceful: true, timeout: STOP_MS })
    },
  }
}
