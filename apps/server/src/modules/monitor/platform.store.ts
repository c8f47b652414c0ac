import type { Deps } from '../../kernel/ctx.ts'
import { poolDb, run, type Db } from '../../kernel/db.ts'
import type { CallTimes } from '../../kernel/call-times.rules.ts'
import type { ProcessRow } from '@portal/contract/monitor/platform'

/** What a process reports of itself. */
export interface Said extends Omit<ProcessRow, 'own' | 'process' | 'startedAt' | 'at'> {
  calls: CallTimes[]
}
export interface ProcessReport {
  process: string
  startedAt: Date
  at: Date
  figures: Said
}
const REPORT = `insert into process_report (process, started_at, at, figures) values ($1, $2, $3, $4)
  on conflict (process) do update set started_at = excluded.started_at, at = excluded.at,
    figures = excluded.figures`
export const report = ({ pool }: Pick<Deps, 'pool'>, { process, startedAt, at, figures }: ProcessReport) =>
  run(poolDb(pool), REPORT, [process, startedAt, at, JSON.stringify(figures)])

const OTHERS = `select process, started_at as "startedAt", at, figures from process_report
  where process <> $1 and at > $2 order by process`
export const others = (db: Db, process: string, after: Date) =>
  run<ProcessReport>(db, OTHERS, [process, after])

const FORGET = `delete from process_report where at < $1 returning process`
export const forget = async (db: Db, before: Date): Promise<number> =>
  (await run(db, FORGET, [before])).length

// ── What is no figure: texts and times ───────────────────────────────────────

/** Statements that run longer than this are shown, in seconds. */
const WORTH_SECONDS = 1
const RUNNING = `select left(regexp_replace(query, '\\s+', ' ', 'g'), 300) as text,
    extract(epoch from clock_timestamp() - query_start)::float8 as seconds,
    nullif(concat_ws(': ', wait_event_type, wait_event), '') as waits
  from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
    and state = 'active' and pid <> pg_backend_pid()
    and query_start < clock_timestamp() - ${WORTH_SECONDS} * interval '1 second'
  order by query_start limit 10`
export const running = (db: Db) =>
  run<{ text: string; seconds: number; waits: string | null }>(db, RUNNING, [])

const TABLES = `select t.relname as "table", t.n_live_tup as "liveRows", t.n_dead_tup as "deadRows",
    pg_total_relation_size(t.relid) as "sizeBytes", greatest(t.last_vacuum, t.last_autovacuum) as "vacuumedAt"
  from pg_stat_user_tables t join pg_class c on c.oid = t.relid
  where t.schemaname = 'public' order by c.relpages desc, t.relname limit 8`
/** The largest tables. */
export const tables = (db: Db) =>
  run<{ table: string; liveRows: number; deadRows: number; sizeBytes: number; vacuumedAt: Date | null }>(
    db,
    TABLES,
    [],
  )

const KEEPS_SLOW = `select to_regclass('pg_stat_statements') is not null as kept`
const SLOW = `select left(regexp_replace(query, '\\s+', ' ', 'g'), 300) as text, calls,
    mean_exec_time as "meanMs", max_exec_time as "maxMs"
  from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
  order by mean_exec_time desc limit 10`
export interface SlowStatement {
  text: string
  calls: number
  meanMs: number
  maxMs: number
}
/** Null if PostgreSQL does not record them (pg_stat_statements), or we may not read them. */
export async function slow(db: Db): Promise<SlowStatement[] | null> {
  const [known] = await run<{ kept: boolean }>(db, KEEPS_SLOW, [])
  return known?.kept ? await run<SlowStatement>(db, SLOW, []).catch(() => null) : null
}

const OPEN = `select count(*)::int as total from exception_log where resolved_at is null and last_at > $1`
/** The number of unresolved kinds of exceptions since then. */
export const openExceptions = async (db: Db, since: Date): Promise<number> =>
  (await run<{ total: number }>(db, OPEN, [since]))[0]?.total ?? 0
