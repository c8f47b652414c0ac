import { run, runOne, type Db } from './db.ts'

// The runs of timed work, for the administrators' screen, and the jobs that are paused.

const PAUSED = `select from job_pause where job = $1`
export const isPaused = async (db: Db, job: string): Promise<boolean> =>
  (await run(db, PAUSED, [job])).length > 0

const BEGIN = `insert into job_run (job, asked_by, started_at) values ($1, $2, $3) returning id`
export const begin = async (db: Db, job: string, askedBy: number | null, at: Date): Promise<number> =>
  (await runOne<{ id: number }>(db, BEGIN, [job, askedBy, at])).id

const END = `update job_run set ended_at = $2, row_count = $3, error = $4 where id = $1`
export const end = (db: Db, id: number, at: Date, became: { rows: number } | { error: string }) =>
  run(db, END, [
    id,
    at,
    'rows' in became ? became.rows : null,
    'error' in became ? became.error.slice(0, 2000) : null,
  ])

const FORGET = `delete from job_run where started_at < $1 returning id`
export const forget = async (db: Db, before: Date): Promise<number> =>
  (await run(db, FORGET, [before])).length
