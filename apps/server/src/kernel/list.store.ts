import { sql, type RawBuilder } from 'kysely'
import { run, type Db } from './db.ts'
import { refuseField } from './refuse.ts'
import { queryGrams, type Sought } from './search.rules.ts'

// The one engine of lists: a table, what its rows are called, and conditions for what was asked. A filter
// that nobody asks for is not in the statement, so each combination of filters is one text, prepared once and
// planned for itself (decision 3).

/** A table with what its rows are called. */
export interface List {
  table: string
  /** What `row`, `joins` and the conditions call it. */
  as: string
  row: string
  joins: string
  /** The newest first unless said otherwise. */
  order?: string
  /** Columns that a keyword can mean by the name of the row they point at; each has an index. */
  named?: readonly (readonly [column: string, names: NamedTable])[]
}
/** A part of a WHERE, with its values. */
export type Condition = RawBuilder<unknown>
/** Which page; pages count from 0. */
export interface At {
  page: number
  size: number
}

/**
 * The list in the order that was asked for. `columns`: what may be asked for, and the column that is meant.
 */
export function sortList(
  list: List,
  orderBy: string | undefined,
  columns: Readonly<Record<string, string>>,
): List {
  if (orderBy === undefined) return list
  const [field = '', direction] = orderBy.split(' ')
  if (!Object.hasOwn(columns, field)) throw refuseField('order_by', '不能按该字段排序', 'BAD_REQUEST')
  const way = direction === 'asc' ? 'asc' : 'desc'
  return { ...list, order: [columns[field], 'id'].map((column) => `${list.as}.${column} ${way}`).join(', ') }
}

/** More rows than this are not counted. */
export const COUNTED = 10_000

/** All of these conditions; none of them: every row. */
export const joinConditions = (where: readonly Condition[]): Condition =>
  where.length ? sql.join([...where], sql` and `) : sql`true`
const findTable = (list: List) => sql.raw(`${list.table} ${list.as}`)

/**
 * The rows first, then what they are called: joined the other way round, names would be looked up for all
 * that is sorted.
 */
async function readRows<Row>(
  db: Db,
  list: List,
  where: readonly Condition[],
  size: number,
  offset = 0,
): Promise<Row[]> {
  const order = sql.raw(list.order ?? `${list.as}.id desc`)
  const rows = await sql<Row>`select ${sql.raw(list.row)}
      from (select ${sql.ref(list.as)}.* from ${findTable(list)} where ${joinConditions(where)}
        order by ${order}
        limit ${size} offset ${offset}) ${sql.ref(list.as)}
    ${sql.raw(list.joins)} order by ${order}`.execute(db)
  return rows.rows
}

/** So many of the list. */
export const readFirst = <Row>(
  db: Db,
  list: List,
  where: readonly Condition[],
  most: number,
): Promise<Row[]> => readRows<Row>(db, list, where, most)

export async function readPage<Row>(
  db: Db,
  list: List,
  where: readonly Condition[],
  { page, size }: At,
): Promise<{ items: Row[]; total: number }> {
  const items = await readRows<Row>(db, list, where, size, page * size)
  return { items, total: await countRows(db, list, where) }
}

async function countRows(db: Db, list: List, where: readonly Condition[]): Promise<number> {
  const counted = await sql<{ total: number }>`select count(*)::int as total
    from (select from ${findTable(list)} where ${joinConditions(where)} limit ${COUNTED + 1}) c`.execute(db)
  return counted.rows[0]?.total ?? 0
}

/** Where a list that grows without end goes on: below the last number that was shown. */
export interface Below {
  before?: number | undefined
  size: number
}
/**
 * So many of a list, newest first, by number: the thousandth page costs what the first does. How many there
 * are is counted for the first one.
 */
export async function readBelow<Row extends { id: number }>(
  db: Db,
  list: List,
  where: readonly Condition[],
  { before, size }: Below,
): Promise<{ items: Row[]; next: number | null; total: number | null }> {
  const byNumber = { ...list, order: `${list.as}.id desc` }
  const from = before === undefined ? where : [...where, sql`${sql.ref(`${list.as}.id`)} < ${before}`]
  // One more says whether there are more.
  const rows = await readRows<Row>(db, byNumber, from, size + 1)
  const items = rows.slice(0, size)
  return {
    items,
    next: rows.length > size ? (items.at(-1)?.id ?? null) : null,
    total: before === undefined ? await countRows(db, list, where) : null,
  }
}

/** A page with what a column of theirs comes to, as far as they are counted. */
export async function readPageWithSum<Row>(
  db: Db,
  list: List,
  where: readonly Condition[],
  { page, size }: At,
  column: string,
): Promise<{ items: Row[]; total: number; sum: number }> {
  const items = await readRows<Row>(db, list, where, size, page * size)
  const counted = await sql<{
    total: number
    sum: number
  }>`select count(*)::int as total, coalesce(sum(amount), 0)::int8 as sum
    from (select ${sql.ref(`${list.as}.${column}`)} as amount from ${findTable(list)}
      where ${joinConditions(where)}
      limit ${COUNTED + 1}) c`.execute(db)
  return { items, total: counted.rows[0]?.total ?? 0, sum: counted.rows[0]?.sum ?? 0 }
}

/** A page as the contract has it. */
export const pageReply = <T>(items: T[], total: number) => ({
  items,
  total: Math.min(total, COUNTED),
  totalExact: total <= COUNTED,
})

const CHUNK = 500
/**
 * The whole list, by number and newest first, a chunk at a time: for a file that is written while it is read.
 */
export async function* walkList<Row extends { id: number }>(
  db: Db,
  list: List,
  where: readonly Condition[],
): AsyncGenerator<Row> {
  const byNumber = { ...list, order: `${list.as}.id desc` }
  for (let below: number | undefined; ;) {
    const rows: Row[] = await readRows<Row>(
      db,
      byNumber,
      below === undefined ? where : [...where, sql`${sql.ref(`${list.as}.id`)} < ${below}`],
      CHUNK,
    )
    yield* rows
    below = rows.at(-1)?.id
    if (below === undefined || rows.length < CHUNK) return
  }
}

export const readOne = async <Row>(db: Db, { row, table, as, joins }: List, id: number) =>
  (await run<Row>(db, `select ${row} from ${table} ${as} ${joins} where ${as}.id = $1`, [id]))[0]

/** How many are in which state, of the newest {@link COUNTED}. */
export async function countByState<State extends string>(
  db: Db,
  list: List,
  where: readonly Condition[],
): Promise<{ state: State; count: number }[]> {
  const counted = await sql<{ state: State; count: number }>`select state, count(*)::int as count
    from (select ${sql.ref(`${list.as}.state`)} from ${findTable(list)} where ${joinConditions(where)}
      order by ${sql.ref(`${list.as}.id`)} desc limit ${COUNTED}) c group by state`.execute(db)
  return counted.rows
}

// ── What a keyword means ─────────────────────────────────────────────────────

// Lists are asked for by what their rows' people, instruments, purchases or suppliers are called. All that
// are called so count: with the first hundreds of a thousand 王, the orders of the others would be missing and
// nobody would know.

/** Tables with `search_text` and `search_grams`. */
export type NamedTable = 'device' | 'panel' | 'purchase' | 'supplier' | 'user_account' | 'workflow_instance'

/** The rows of a table with `search_text` and `search_grams` that are called so. `as`: the list's table. */
export const isCalled = (as: string, { grams, recheck }: Sought): Condition =>
  sql`${sql.ref(`${as}.search_grams`)} @> ${grams}::text[]
    and ${sql.ref(`${as}.search_text`)} like all(${recheck}::text[])`

/** A select of the ids of all that are called so. */
export const selectCalled = (table: NamedTable, sought: Sought): Condition =>
  sql`select id from ${sql.table(table)} where ${isCalled(table, sought)}`

export async function findCalled(db: Db, table: NamedTable, sought: Sought): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`select array(${selectCalled(table, sought)}) as ids`.execute(
    db,
  )
  return rows[0]?.ids ?? []
}

/**
 * Rows up to which they are looked up by number. Where a word means more, a page of the newest is soon full
 * by asking row by row.
 */
const MANY = 30_000
/** What these selects of ids find together; undefined when it is more than `most`. */
export async function findFew(
  db: Db,
  selects: readonly Condition[],
  most = MANY,
): Promise<number[] | undefined> {
  const { rows } = await sql<{ ids: number[] }>`select array(
    select id from (${sql.join([...selects], sql` union all `)}) x limit ${most + 1}) as ids`.execute(db)
  const ids = rows[0]?.ids ?? []
  return ids.length > most ? undefined : ids
}

/**
 * The condition that a keyword stands for: rows that name somebody or something called so, or that `others`
 * select. Whether it means few rows or half the table, the planner, who sees neither, would take the way that
 * suits the other: so the rows are looked at first.
 */
export async function matchKeyword(
  db: Db,
  { table, as, named = [] }: Pick<List, 'table' | 'as' | 'named'>,
  keyword: string,
  others: readonly Condition[],
): Promise<Condition> {
  const sought = queryGrams(keyword)
  const ids = new Map<NamedTable, number[]>()
  if (sought)
    for (const names of new Set(named.map(([, n]) => n))) ids.set(names, await findCalled(db, names, sought))
  const found = named.flatMap(([column, names]) =>
    ids.get(names)?.length ? [{ column, ids: ids.get(names) ?? [] }] : [],
  )
  const rows = await findFew(db, [
    ...others,
    ...found.map(
      (n) => sql`select id from ${sql.table(table)} where ${sql.ref(n.column)} = any(${n.ids}::int8[])`,
    ),
  ])
  if (rows) return sql`${sql.ref(`${as}.id`)} = any(${rows}::int8[])`
  const each = [
    sql`${sql.ref(`${as}.id`)} in (${sql.join([...others], sql` union all `)})`,
    ...found.map((n) => sql`${sql.ref(`${as}.${n.column}`)} in (select unnest(${n.ids}::int8[]))`),
  ]
  return sql`(${sql.join(each, sql` or `)})`
}
