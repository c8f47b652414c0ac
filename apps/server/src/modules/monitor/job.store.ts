import type { RunState } from '@portal/contract/monitor/monitor'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'

/** A run without a sign of life for this long died with its server. */
const LOST = `interval '20 minutes'`

export interface RunRecord {
  id: number
  job: string
  state: RunState
  startedAt: Date
  endedAt: Date | null
  rows: number | null
  error: string | null
  askedBy: string | null
}
const ROW = `r.id, r.job, case when r.error is not null then 'failed' when r.ended_at is not null then 'done'
    when r.started_at < now() - ${LOST} then 'lost' else 'running' end as state,
  r.started_at as "startedAt", r.ended_at as "endedAt", r.row_count as rows, r.error, u.name as "askedBy"`

const LAST = `select ${ROW} from unnest($1::text[]) j(name), lateral (select * from job_run where job = j.name
    order by id desc limit 1) r left join user_account u on u.id = r.asked_by`
export const lastRuns = (db: Db, jobs: readonly string[]) => run<RunRecord>(db, LAST, [jobs])

const PAGE = `select ${ROW} from (select * from job_run where job = $1 order by id desc limit $2 offset $3) r
  left join user_account u on u.id = r.asked_by order by r.id desc`
export async function runs(db: Db, job: string, page: { page: number; size: number }) {
  const [items, [count]] = await Promise.all([
    run<RunRecord>(db, PAGE, [job, page.size, page.page * page.size]),
    run<{ total: number }>(db, `select count(*)::int as total from job_run where job = $1`, [job]),
  ])
  return { items, total: count?.total ?? 0 }
}

export interface Pause {
  job: string
  pausedAt: Date
  pausedBy: string | null
}
export const pauses = (db: Db) =>
  run<Pause>(
    db,
    `select p.job, p.paused_at as "pausedAt", u.name as "pausedBy" from job_pause p
        left join user_account u on u.id = p.paused_by`,
    [],
  )
export const pause = (ctx: Ctx, job: string) =>
  run(
    ctx.db,
    `insert into job_pause (job, paused_by, paused_at) values ($1, $2, $3) on conflict do nothing`,
    [job, ctx.me.id, ctx.now],
  )
export const resume = (ctx: Ctx, job: string) => run(ctx.db, `delete from job_pause where job = $1`, [job])
