import { PgBoss, type Job as Occurrence } from 'pg-boss'
import type { Deps } from './ctx.ts'
import { logFault, runJob, type Job } from './jobs.ts'

const QUEUE = 'portal'
/** How long runs are kept for the screen that shows them. */
const HISTORY_SECONDS = 14 * 86_400
/** A run whose server was killed is noticed after this long, and the job free to run again. */
const HEARTBEAT_SECONDS = 30
const LONGEST_SECONDS = 15 * 60
const STOP_MS = 20_000

export interface JobRunner {
  /** Starts nothing new and waits for what runs. */
  stop(): Promise<void>
}

export interface JobLog {
  info(message: string): void
  error(message: string): void
}

/**
 * Runs the timed work of all modules: of several servers on one database, one runs each occurrence. Returns at once; what it
 * needs in the database is set up behind the back of the first requests, which never wait for it.
 */
export function startJobs(deps: Deps, jobs: readonly Job[], log: JobLog): JobRunner {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => deps.pool.query(text, values) },
    // A few polls a minute of one queue: work that cannot wait for them is done where it arises (see the outbox).
    cronWorkerIntervalSeconds: 10,
    // Sixteen rows an hour need no watch over vacuum.
    monitorVacuum: false,
    reindex: false,
  })
  const report = (what: string) => (e: unknown) => log.error(`${what}: ${e instanceof Error ? e.message : String(e)}`)
  boss.on('error', report('jobs'))
  const byName = new Map(jobs.map((job) => [job.name, job]))

  async function carryOut(occurrence: Occurrence<{ job: string }>): Promise<{ rows: number; ms: number }> {
    const { job: name } = occurrence.data
    const job = byName.get(name)
    // Another version of the portal, started beside this one, may know it.
    if (!job) throw new Error(`no job ${name}`)
    const start = performance.now()
    try {
      const rows = await runJob(deps, job)
      return { rows, ms: Math.round(performance.now() - start) }
    } catch (e) {
      report(`job ${name}`)(e)
      await logFault(deps, `job:${name}`, e as Error)
      throw e
    }
  }

  async function start(): Promise<void> {
    await boss.start()
    // `stately`: of one job, one run waits and one runs, whatever the servers do.
    const limits = { retryLimit: 0, expireInSeconds: LONGEST_SECONDS, heartbeatSeconds: HEARTBEAT_SECONDS, deleteAfterSeconds: HISTORY_SECONDS, retentionSeconds: 3600 }
    await boss.createQueue(QUEUE, { policy: 'stately', ...limits })
    for (const { key } of await boss.getSchedules(QUEUE)) if (!byName.has(key)) await boss.unschedule(QUEUE, key)
    for (const { name, cron } of jobs) {
      await boss.schedule(QUEUE, cron, { job: name }, { key: name, tz: deps.env.CAMPUS_TZ, singletonKey: name })
    }
    await boss.work<{ job: string }>(QUEUE, { pollingIntervalSeconds: 5, localConcurrency: 2 }, async ([occurrence]) => occurrence && carryOut(occurrence))
  }
  const starting = start().catch(report('jobs did not start'))

  return {
    async stop() {
      await starting
      await boss.stop({ graceful: true, timeout: STOP_MS })
    },
  }
}
