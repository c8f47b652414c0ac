import { run, runOne, type Db } from './db.ts'
import { queryGrams } from './search.rules.ts'
import type { At } from './list.store.ts'

// Lists with few filters, all of which are in the text (`$1::text is null or …`): one prepared statement
// serves every combination.

interface Statements {
  items: string
  total: string
}

interface ShortParts {
  /** The alias of the table in `row`, `joins`, `where` and `order`. */
  as: string
  row: string
  /** The table, joined with those that `where` and `order` need. */
  from: string
  /** Joins that only `row` needs: applied to the rows of the page only. */
  joins?: string
  where: string
  order: string
}
/**
 * A list of a table that is small enough to scan; its words are found by `position`. `filters`: the number of
 * parameters in its condition.
 */
export const defineShortList = (
  filters: number,
  { as, row, from, joins = '', where, order }: ShortParts,
): Statements => ({
  items: `select ${row} from (select ${as}.* from ${from} where ${where}
      order by ${order} limit $${filters + 1} offset $${filters + 2}) ${as}
    ${joins} order by ${order}`,
  total: `select count(*)::int as total from ${from} where ${where}`,
})

export async function readShortPage<Row extends object>(
  db: Db,
  { items, total }: Statements,
  filters: readonly unknown[],
  { page, size }: At,
): Promise<{ items: Row[]; total: number }> {
  const [rows, count] = await Promise.all([
    run<Row>(db, items, [...filters, size, page * size]),
    runOne<{ total: number }>(db, total, filters),
  ])
  return { items: rows, total: count.total }
}

// A list whose words an index finds has two statements: a single one for both cases would be planned once
// and always scan all rows.

export interface FixedList {
  all: Statements
  sought: Statements
}

/** `make` gets the text to add to the condition and to the end; `next` is the first free parameter number. */
export const defineFixedList = (
  as: string,
  next: number,
  make: (found: string, limit: string) => Statements,
): FixedList => ({
  all: make('', `limit $${next} offset $${next + 1}`),
  sought: make(
    ` and ${as}.search_grams @> $${next}::text[] and ${as}.search_text like all($${next + 1}::text[])`,
    `limit $${next + 2} offset $${next + 3}`,
  ),
})

export async function readFixedPage<Row extends object>(
  db: Db,
  { all, sought }: FixedList,
  values: readonly unknown[],
  { keyword, page, size }: At & { keyword?: string | undefined },
): Promise<{ items: Row[]; total: number }> {
  const words = keyword ? queryGrams(keyword) : undefined
  const filters = words ? [...values, words.grams, words.recheck] : values
  return readShortPage<Row>(db, words ? sought : all, filters, { page, size })
}
