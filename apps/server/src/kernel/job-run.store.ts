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

/**
 * Minutes without a job run that count as an outage of the portal; shorter than most grace periods, in which
 * people try again.
 */
const SILENCE_MINUTES = 5
// Some job runs each minute, so a gap without runs means the portal was down. The search starts at the run
// before the last, because other jobs may have run first since; if only this job was paused, other jobs ran.
const SILENCES = `with known as (select max(started_at) as at from job_run where job = $1
    and started_at < $2::timestamptz - interval '2 minutes'),
  runs as (select started_at as at, lag(started_at) over (order by started_at) as before
    from job_run where started_at >= (select at from known) and started_at <= $2)
  select before, at from runs where at - before > ${SILENCE_MINUTES} * interval '1 minute' order by at`
/** An outage of the portal: no job ran between these times. */
export interface Silence {
  before: Date
  at: Date
}
/**
 * The outages since the last run of the job but one, the earliest first; as a rule none. The next runs of the
 * job find the same outages again.
 */
export const listSilences = (db: Db, job: string, now: Date): Promise<Silence[]> =>
  run<Silence>(db, SILENCES, [job, now])

// The last run of a job stays, so that a job that has not run for long is not taken for a new one.
const FORGET = `delete from job_run r where started_at < $1
  and exists (select from job_run later where later.job = r.job and later.id > r.id) returning id`
export const forget = async (db: Db, before: Date): Promise<number> =>
  (await run(db, FORGET, [before])).length
