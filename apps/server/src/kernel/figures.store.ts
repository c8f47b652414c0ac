import { run, type Db } from './db.ts'

/** A figure of the database, for /metrics and the platform screen. */
export interface Figure {
  metric: DatabaseMetric
  label: string
  value: number
}
/** The metrics of the database: the help text of each, and the label that distinguishes its values. */
export const databaseMetrics = {
  db_size_bytes: ['Size of the database', null],
  db_connections: ['Connections to the database by state', 'state'],
  db_connections_max: ['How many connections the database takes', null],
  db_lock_waits: ['Statements that wait for a lock', null],
  db_longest_query_seconds: ['For how long the statement that has run longest has been running', null],
  db_replicas: ['Servers that follow this database', null],
  db_dead_rows: ['Dead rows of the tables that have most of them', 'table'],
  db_live_rows: ['Live rows of the same tables', 'table'],
  outbox_waiting: ['Mail and messages that are still to be delivered', 'kind'],
  outbox_failed: ['Mail and messages that were given up', 'kind'],
  outbox_oldest_seconds: ['How late what is due in the outbox is', null],
  jobs_waiting: ['Runs of timed work that are due and not begun', null],
  jobs_active: ['Runs of timed work that are under way', null],
  jobs_oldest_waiting_seconds: ['How late the run is that has been due longest', null],
  jobs_failing: ['Timed work whose last run failed or was lost', null],
} as const satisfies Record<string, readonly [help: string, label: string | null]>
export type DatabaseMetric = keyof typeof databaseMetrics

/** How many tables are listed with their dead rows. */
const TABLES = 8
const ACTIVITY = `pg_stat_activity where datname = current_database() and backend_type = 'client backend'`
const DATABASE = `
  with tables as (select relname, n_dead_tup, n_live_tup from pg_stat_user_tables where schemaname = 'public'
    order by n_dead_tup desc, relname limit ${TABLES})
  select 'db_size_bytes' as metric, '' as label, pg_database_size(current_database())::float8 as value
  union all select 'db_connections', coalesce(state, 'unknown'), count(*) from ${ACTIVITY} group by 2
  union all select 'db_connections_max', '', setting::float8 from pg_settings where name = 'max_connections'
  union all select 'db_lock_waits', '', count(*) from ${ACTIVITY} and wait_event_type = 'Lock'
  union all select 'db_longest_query_seconds', '',
    greatest(coalesce(extract(epoch from clock_timestamp() - min(query_start)), 0), 0)
    from ${ACTIVITY} and state = 'active' and pid <> pg_backend_pid()
  union all select 'db_replicas', '', count(*) from pg_stat_replication
  union all select 'db_dead_rows', relname::text, n_dead_tup from tables
  union all select 'db_live_rows', relname::text, n_live_tup from tables
  union all select 'outbox_waiting', kind, (select count(*) from outbox o where o.kind = k.kind
    and o.state = 'waiting') from unnest(array['mail', 'tell']) k(kind)
  union all select 'outbox_failed', kind, (select count(*) from outbox o where o.kind = k.kind
    and o.state = 'failed') from unnest(array['mail', 'tell']) k(kind)
  union all select 'outbox_oldest_seconds', '',
    greatest(coalesce(extract(epoch from now() - min(created_at)), 0), 0) from outbox where state = 'waiting'
  union all select 'jobs_failing', '', count(*) from unnest($1::text[]) j(name), lateral (
      select error, ended_at, started_at from job_run where job = j.name order by id desc limit 1) r
    where r.error is not null or r.ended_at is null and r.started_at < now() - interval '20 minutes'`

// pg-boss makes its own tables when timed work starts for the first time.
const QUEUE_THERE = `select to_regclass('pgboss.job') is not null as there`
const QUEUE = `
  with runs as (select state, start_after from pgboss.job
    where name = 'portal' and state in ('created', 'retry', 'active'))
  select 'jobs_waiting' as metric, '' as label,
      (count(*) filter (where state <> 'active' and start_after <= now()))::float8 as value from runs
  union all select 'jobs_active', '', count(*) filter (where state = 'active') from runs
  union all select 'jobs_oldest_waiting_seconds', '', coalesce(extract(epoch from now()
      - min(start_after) filter (where state <> 'active' and start_after <= now())), 0) from runs`

/** Reads all figures. `jobs`: the names of all timed jobs. */
export async function readFigures(db: Db, jobs: readonly string[]): Promise<Figure[]> {
  const [figures, [queue]] = await Promise.all([
    run<Figure>(db, DATABASE, [jobs]),
    run<{ there: boolean }>(db, QUEUE_THERE, []),
  ])
  return queue?.there ? [...figures, ...(await run<Figure>(db, QUEUE, []))] : figures
}
