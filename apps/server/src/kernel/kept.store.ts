import { sql } from 'kysely'
import { run, type Db } from './db.ts'

const QUEUE = `select pg_advisory_xact_lock(hashtextextended('kept ' || $1, 0))`
/**
 * Lets the changes that complete their bodies from the same stored values come one after the other, until the
 * transaction ends. It is the first lock of a change, so it cannot be part of a deadlock, as the row's own
 * lock could: some changes lock a whole table before its rows.
 */
export const queueChange = (db: Db, what: string) => run(db, QUEUE, [what])

/**
 * A row in the form of a request body: `valid_from` becomes `validFrom`, instants are ISO text. Undefined if
 * there is no such row. `where`: the value of each column that identifies the row.
 */
export async function rowAsBody(
  db: Db,
  table: string,
  where: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown> | undefined> {
  const conditions = Object.entries(where).map(([column, value]) => sql`${sql.ref(`t.${column}`)} = ${value}`)
  const { rows } = await sql<{
    row: Record<string, unknown>
  }>`select to_jsonb(t) as row from ${sql.table(table)} t where ${sql.join(conditions, sql` and `)}`.execute(
    db,
  )
  const row = rows[0]?.row
  return (
    row &&
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
    )
  )
}
