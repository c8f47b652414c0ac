import { sql, type RawBuilder } from 'kysely'
import type { Db } from './db.ts'
import { queryGrams, type Sought } from './search.rules.ts'

// Lists are asked for by what their rows' people, instruments, purchases or suppliers are called. All that are called so count: with
// the first hundreds of a thousand 王, the orders of the others would be missing and nobody would know.

/** Tables with `search_text` and `search_grams`. */
export type Named = 'device' | 'panel' | 'purchase' | 'supplier' | 'user_account'

/** A select of the ids of all that are called so. */
export const called = (table: Named, { grams, recheck }: Sought): RawBuilder<unknown> =>
  sql`select id from ${sql.table(table)} where search_grams @> ${grams}::text[] and search_text like all(${recheck}::text[])`

export async function idsCalled(db: Db, table: Named, sought: Sought): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`select array(${called(table, sought)}) as ids`.execute(db)
  return rows[0]?.ids ?? []
}

/** Rows up to which they are looked up by number. Where a word means more, a page of the newest is soon full by asking row by row. */
const MANY = 30_000
/** What these selects of ids find together; undefined when it is more than {@link MANY}. */
export async function rowsMeant(
  db: Db,
  selects: readonly RawBuilder<unknown>[],
): Promise<number[] | undefined> {
  const { rows } = await sql<{
    ids: number[]
  }>`select array(select id from (${sql.join([...selects], sql` union all `)}) x limit ${MANY + 1}) as ids`.execute(
    db,
  )
  const ids = rows[0]?.ids ?? []
  return ids.length > MANY ? undefined : ids
}

/** The list of a table: which of its columns name what, each with an index. */
export interface Naming {
  table: string
  as: string
  columns: readonly (readonly [column: string, named: Named])[]
}
/**
 * The rows that a keyword means: by a name, or by what `others` select. Whether few rows or half the table, the planner, who sees
 * neither, would take the way that suits the other: so they are looked at first.
 */
export async function meantBy(
  db: Db,
  { table, as, columns }: Naming,
  keyword: string,
  others: readonly RawBuilder<unknown>[],
): Promise<RawBuilder<unknown>> {
  const sought = queryGrams(keyword)
  const ids = new Map<Named, number[]>()
  if (sought)
    for (const named of new Set(columns.map(([, n]) => n))) ids.set(named, await idsCalled(db, named, sought))
  const names = columns.flatMap(([column, named]) =>
    ids.get(named)?.length ? [{ column, ids: ids.get(named) ?? [] }] : [],
  )
  const rows = await rowsMeant(db, [
    ...others,
    ...names.map(
      (n) => sql`select id from ${sql.table(table)} where ${sql.ref(n.column)} = any(${n.ids}::int8[])`,
    ),
  ])
  if (rows) return sql`${sql.ref(`${as}.id`)} = any(${rows}::int8[])`
  const each = [
    sql`${sql.ref(`${as}.id`)} in (${sql.join([...others], sql` union all `)})`,
    ...names.map((n) => sql`${sql.ref(`${as}.${n.column}`)} in (select unnest(${n.ids}::int8[]))`),
  ]
  return sql`(${sql.join(each, sql` or `)})`
}
