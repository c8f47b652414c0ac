import { run, runOne, type Db } from './db.ts'
import { queryGrams } from './search.rules.ts'
import type { At } from './list.store.ts'

// For lists with few filters, which stand in the text for good (`$1::text is null or …`): prepared once,
// whatever is asked for.

interface Statements {
  items: string
  total: string
}

interface ShortParts {
  /** What `row`, `joins`, `where` and `order` call the table. */
  as: string
  row: string
  /** The table, with what `where` and `order` ask of others. */
  from: string
  /** What only `row` asks of others: joined to the rows of the page. */
  joins?: string
  where: string
  order: string
}
/**
 * A list of a table that one reads through, its words found by `position`. `filters`: so many parameters its
 * condition has.
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

// With words that an index finds there are two statements: one that may be asked for words or not is planned
// once, and would always walk all rows.

// With words that an index finds there are two statements: one that may be asked for words or not is planned
// once, and would always walk all rows.

export interface FixedList {
  all: Statements
  sought: Statements
}

/** `make` gets what is added to the condition and to the end; `next` is the first parameter that is free. */
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
