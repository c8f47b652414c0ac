import { Ctx, type Deps } from './ctx.ts'
import { transaction } from './db.ts'

/** Timed work. `run` gets a transaction of its own and the moment it counts as now; it returns how many rows it dealt with. */
export interface Job {
  /** kebab-case, for ever: schedules are kept under it. */
  name: string
  /** What administrators read. */
  title: string
  /** Five fields, in campus time. */
  cron: string
  run: (ctx: Ctx) => Promise<number>
}

/** Carries out one run of a job. Safe to repeat: a job looks for what is due, and takes rows with `for update skip locked`. */
export async function runJob(deps: Deps, job: Job, now = new Date()): Promise<number> {
  let ctx!: Ctx
  const done = await transaction(deps.pool, async (db) => job.run((ctx = new Ctx(deps, db, { now, requestId: `job:${job.name}` }))))
  ctx.committed()
  return done
}
