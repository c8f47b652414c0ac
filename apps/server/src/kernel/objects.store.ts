import { sql } from 'kysely'
import type { Db } from './db.ts'

// The names of rows of any table, as people know them. Queried only when the operation log is shown,
// never during other calls.

/** `table` must be a name that was read from the database, never from a request. */
const named = (table: string, ids: readonly number[]) => sql<{ id: number; name: string | null }>`
  select id, coalesce(j->>'name', j->>'title', j->>'label', (select d.name from device d
      where d.id = (j->>'device_id')::int8),
    (select u.name from user_account u where u.id = (j->>'user_id')::int8))
      || coalesce('（' || coalesce(j->>'serial_id', j->>'username', j->>'code') || '）', '') as name
  from (select t.id, to_jsonb(t) j from ${sql.table(table)} t where t.id = any(${ids}::int8[])) r`

const WITH_IDS = sql<{ name: string }>`select table_name as name from information_schema.columns
  where table_schema = 'public' and column_name = 'id' and data_type = 'bigint'`
let known: Set<string> | undefined

/** The names of rows by `table id`; deleted rows are missing. */
export async function namesOfRows(
  db: Db,
  rows: readonly { table: string; id: number }[],
): Promise<Map<string, string>> {
  known ??= new Set((await WITH_IDS.execute(db)).rows.map((r) => r.name))
  const names = new Map<string, string>()
  for (const [table, its] of Map.groupBy(rows, (r) => r.table)) {
    if (!known.has(table)) continue
    const { rows: found } = await named(table, [...new Set(its.map((r) => r.id))]).execute(db)
    for (const { id, name } of found) names.set(`${table} ${id}`, name ?? '')
  }
  return names
}
