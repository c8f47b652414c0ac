import { run, type Db } from './db.ts'
import { queryGrams } from './search.rules.ts'

// Lists of tables with `search_text` and `search_grams`, in fixed statements. They are planned once (decision 3): one that may be asked
// for words or not would always walk all rows, so there are two.

interface Statements {
  items: string
  total: string
}
export interface Worded {
  all: Statements
  sought: Statements
}

/** `make` gets what is added to the condition and to the end; `next` is the first parameter that is free. */
export const worded = (
  as: string,
  next: number,
  make: (found: string, limit: string) => Statements,
): Worded => ({
  all: make('', `limit $${next} offset $${next + 1}`),
  sought: make(
    ` and ${as}.search_grams @> $${next}::text[] and ${as}.search_text like all($${next + 1}::text[])`,
    `limit $${next + 2} offset $${next + 3}`,
  ),
})

export async function wordedPage<Row extends object>(
  db: Db,
  { all, sought }: Worded,
  values: readonly unknown[],
  { keyword, page, size }: { keyword?: string | undefined; page: number; size: number },
): Promise<{ items: Row[]; total: number }> {
  const words = keyword ? queryGrams(keyword) : undefined
  const statements = words ? sought : all
  const filter = words ? [...values, words.grams, words.recheck] : values
  const [items, [count]] = await Promise.all([
    run<Row>(db, statements.items, [...filter, size, page * size]),
    run<{ total: number }>(db, statements.total, filter),
  ])
  return { items, total: count?.total ?? 0 }
}
