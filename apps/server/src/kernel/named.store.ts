import { sql, type RawBuilder } from 'kysely'
import { run, type Db } from './db.ts'
import { queryGrams, type Sought } from './search.rules.ts'

// Lists are asked for by what their rows' people, instruments, purchases or suppliers are called. All that are called so count: with
// the first hundreds of a thousand 王, the orders of the others would be missing and nobody would know.

/** Tables with `search_text` and `search_grams`. */
export type Named = 'device' | 'purchase' | 'supplier' | 'user_account'

/** Up to so many, ids are handed over and lead along an index. A word that means more is in so many rows that a page of the newest is soon full. */
export const FEW = 500

/** Ids of all that are called so. `grams` and `recheck` are the parameters' names. */
export const calledSql = (table: Named, grams: string, recheck: string): string => `select id from ${table} where search_grams @> ${grams}::text[] and search_text like all(${recheck}::text[])`

const FEW_OF = (table: Named) => `${calledSql(table, '$1', '$2')} limit ${FEW + 1}`
/** Their ids; undefined when they are more than {@link FEW}. */
export async function fewCalled(db: Db, table: Named, sought: Sought): Promise<number[] | undefined> {
  const rows = await run<{ id: number }>(db, FEW_OF(table), [sought.grams, sought.recheck])
  return rows.length > FEW ? undefined : rows.map((r) => r.id)
}

/** What follows a column of ids that is to name something called so: `or t.payer_id ${people}`. */
export async function called(db: Db, table: Named, keyword: string): Promise<RawBuilder<unknown>> {
  const sought = queryGrams(keyword)
  const ids = sought ? await fewCalled(db, table, sought) : []
  return ids || !sought ? sql`= any(${ids ?? []}::int8[])` : allCalled(table, sought)
}
/** The same without a look at how many they are: for tables that are read through anyway. */
export const allCalled = (table: Named, { grams, recheck }: Sought): RawBuilder<unknown> =>
  sql`in (select id from ${sql.table(table)} where search_grams @> ${grams}::text[] and search_text like all(${recheck}::text[]))`
