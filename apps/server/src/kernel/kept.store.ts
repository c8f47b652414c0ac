import { sql } from 'kysely'
import type { Db } from './db.ts'

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
