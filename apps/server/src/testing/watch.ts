import type { World } from './world.ts'

/**
 * Returns a function that lists the tables written to, by any session, since its last call. A trigger on each
 * table notes its name in the writer's own transaction, so writes that were rolled back do not count.
 */
export async function watchTables(
  world: World,
  unwatched: readonly string[] = [],
): Promise<() => Promise<string[]>> {
  const all = await world.sql<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> all($1::text[])`,
    [unwatched],
  )
  await world.sql('create schema watch')
  await world.sql('create table watch.written (name text)')
  await world.sql(
    `create function watch.note() returns trigger language plpgsql
      as 'begin insert into watch.written values (tg_table_name); return null; end'`,
  )
  for (const { name } of all) {
    await world.sql(
      `create trigger watched after insert or update or delete on ${name} for each row execute function
        watch.note()`,
    )
    await world.sql(`create trigger watched_whole after truncate on ${name} execute function watch.note()`)
  }
  return async () =>
    (
      await world.sql<{ name: string }>(
        'with noted as (delete from watch.written returning name) select distinct name from noted order by 1',
      )
    ).map(({ name }) => name)
}

/** Tables that reading calls write to: last visits, queued messages, running totals and search data. */
const COUNTED_ALONG = [
  'session',
  'last_login',
  'login_throttle',
  'known_network',
  'email_code',
  'outbox',
  'idempotency',
  'job_run',
  'user_tally',
  'device_use_month',
  'device_use_year',
  'lab_use_year',
  'device_token',
]

/** Every row of the database as text, with its table. */
export async function rowsOfAll(world: World): Promise<Map<string, string>> {
  const tables = await world.sql<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> all($1::text[])`,
    [COUNTED_ALONG],
  )
  // Reading calls count visits and downloads, so these columns are left out.
  const rows = await world.sql<{ table: string; row: string }>(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as table, (to_jsonb(t) - 'views' - 'downloads')::text as row from ${name} t`,
      )
      .join(' union all '),
  )
  return new Map(rows.map((r) => [r.row, r.table]))
}

/**
 * Tells whether a row belongs to a person: their account, rows with their id, and rows that point at rows of
 * theirs (`isTheirs('booking:12')`).
 */
export async function theirsIn(
  world: World,
  userId: number,
  isTheirs: (row: string) => boolean,
): Promise<(table: string, row: Record<string, unknown>) => boolean> {
  const links = await world.sql<{ from: string; column: string; to: string }>(
    `select c.conrelid::regclass::text as from, a.attname as column, c.confrelid::regclass::text as to
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and cardinality(c.conkey) = 1`,
  )
  const of = Map.groupBy(links, (l) => l.from)
  return (table, row) =>
    isTheirs(`${table}:${String(row['id'])}`) ||
    row['user_id'] === userId ||
    (of.get(table) ?? []).some(
      ({ column, to }) => row[column] !== null && isTheirs(`${to}:${String(row[column])}`),
    )
}
