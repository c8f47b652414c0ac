import { sql, type RawBuilder } from 'kysely'
import { run, type Db } from './db.ts'
import { refuseField } from './refuse.ts'
import { queryGrams, type Sought } from './search.rules.ts'

// The engine of all lists: a table, the columns of its rows, and conditions for the filters. A filter that is
// not used is not in the statement, so each combination of filters has one text, which is prepared once and
// planned for itself (decision 3).

/** A table with the columns and joins of its rows. */
export interface List {
  table: string
  /** The alias of the table in `row`, `joins` and the conditions. */
  as: string
  row: string
  joins: string
  /** The newest first by default. Columns, each with its direction; a comma only between them. */
  order?: string
  /** A keyword can match a row by its own name: the table has `search_text` and `search_grams`. */
  called?: boolean
  /** Columns that a keyword can match by the name of the row they point at; each has an index. */
  named?: readonly (readonly [column: string, names: NamedTable])[]
}
/** A part of a WHERE, with its values. */
export type Condition = RawBuilder<unknown>
/** SQL for one of these ids, to the right of `=`. */
export const any = (ids: readonly number[]): Condition => sql`any(${ids}::int8[])`
/**
 * Which rows of a list a person sees, in two forms: `ways` is a union of selects, each answered by its own
 * index, and finds the rows where no keyword does; `fits` is checked for each row that a keyword has found.
 */
export interface Scoping {
  ways: Condition
  fits: Condition
}
/** The scoping of people who see the whole list. */
export const EVERYTHING: Scoping = { ways: sql`true`, fits: sql`true` }
/** A restriction of a list; at most one of them is the meaning of a keyword. */
export type Restriction = Condition | Scoping | Meaning
/** Which page; pages count from 0. */
export interface At {
  page: number
  size: number
}
/** Which page of which order: a field and its direction, as the query names them. */
export interface SortedAt extends At {
  order_by?: string | undefined
}

/**
 * The list in the requested order. `columns`: the fields that may be requested, with their columns. Throws a
 * refusal for any other field.
 */
export function sortList<L extends Pick<List, 'as' | 'order'>>(
  list: L,
  orderBy: string | undefined,
  columns: Readonly<Record<string, string>>,
): L {
  if (orderBy === undefined) return list
  const [field = '', direction] = orderBy.split(' ')
  if (!Object.hasOwn(columns, field)) throw refuseField('order_by', '不能按该字段排序', 'BAD_REQUEST')
  const way = direction === 'asc' ? 'asc' : 'desc'
  return { ...list, order: [columns[field], 'id'].map((column) => `${list.as}.${column} ${way}`).join(', ') }
}

/** More rows than this are not counted. */
export const COUNTED = 10_000

/** Joins conditions by `and`; without any, every row matches. */
export const joinConditions = (where: readonly Condition[]): Condition =>
  where.length ? sql.join([...where], sql` and `) : sql`true`
const findTable = (list: Pick<List, 'table' | 'as'>) => sql.raw(`${list.table} ${list.as}`)
const findOrder = (list: List) => list.order ?? `${list.as}.id desc`

/** The sizes of pages and chunks, and each plus one, which shows that there are more rows. */
const ROOMS = [10, 20, 50, 100, 500].flatMap((most) => [most, most + 1])
/**
 * These limits are literals, rounded up: for a parameter the planner assumes a tenth of the table, and joins
 * it to the whole of the other tables.
 */
const limitTo = (size: number): Condition => {
  const room = ROOMS.find((r) => r >= size)
  return room ? sql.lit(room) : sql`${size}`
}

/**
 * Selects the rows first and joins names afterwards: the other way round, names would be looked up for
 * all rows that are sorted.
 */
async function readRows<Row>(
  db: Db,
  list: List,
  where: readonly Condition[],
  size: number,
  offset = 0,
): Promise<Row[]> {
  const order = sql.raw(findOrder(list))
  const rows = await sql<Row>`select ${sql.raw(list.row)}
      from (select ${sql.ref(list.as)}.* from ${findTable(list)} where ${joinConditions(where)}
        order by ${order}
        limit ${limitTo(size)} offset ${offset}) ${sql.ref(list.as)}
    ${sql.raw(list.joins)} order by ${order}`.execute(db)
  return rows.rows.slice(0, size)
}

/** The first `most` rows of the list. */
export const readFirst = async <Row>(
  db: Db,
  list: List,
  where: readonly Restriction[],
  most: number,
): Promise<Row[]> => readRows<Row>(db, list, await lookUp(db, list, where), most)

export async function readPage<Row>(
  db: Db,
  list: List,
  where: readonly Restriction[],
  at: At,
): Promise<{ items: Row[]; total: number }> {
  const { items, total } = await readCounted<Row>(db, list, where, at)
  return { items, total }
}

/** A page with the sum of a column over the counted rows. */
export const readPageWithSum = <Row>(
  db: Db,
  list: List,
  where: readonly Restriction[],
  at: At,
  column: string,
): Promise<Counted<Row>> => readCounted<Row>(db, list, where, at, column)

interface Counted<Row> {
  items: Row[]
  total: number
  sum: number
}
async function readCounted<Row>(
  db: Db,
  list: List,
  where: readonly Restriction[],
  at: At,
  column?: string,
): Promise<Counted<Row>> {
  const meaning = where.find(hasMeaning)
  const conditions = where.map(askEachRow)
  if (meaning) {
    const fits = joinConditions(where.flatMap((r) => (hasMeaning(r) ? [] : 'fits' in r ? [r.fits] : [r])))
    const ask = (most: number) => readMeant<Row>(db, list, meaning, { ...at, fits, column, most })
    const { known, few, ...meant } = await ask(COUNTED)
    if (known) return meant
    if (!few) {
      const { known: all, ...more } = await ask(MANY)
      return all
        ? { items: more.items, total: more.total, sum: more.sum }
        : { items: meant.items, ...(await countRows(db, list, conditions, column)) }
    }
  }
  const [items, counted] = await Promise.all([
    readRows<Row>(db, list, conditions, at.size, at.page * at.size),
    countRows(db, list, conditions, column),
  ])
  return { items, ...counted }
}

async function countRows(db: Db, list: List, where: readonly Condition[], column?: string) {
  const amount = column && sql.ref(`${list.as}.${column}`)
  const counted = await sql<{ total: number; sum: number }>`select count(*)::int as total,
      ${amount ? sql`coalesce(sum(amount), 0)::int8` : sql`0`} as sum
    from (select ${amount ? sql`${amount} as amount` : sql``} from ${findTable(list)}
      where ${joinConditions(where)} limit ${COUNTED + 1}) c`.execute(db)
  return counted.rows[0] ?? { total: 0, sum: 0 }
}

/**
 * A page by a statement whose rows carry the number of all rows, which `count` reads. Behind the last page no
 * row carries it, so that the first row is asked for: a total of zero would say that the list is empty.
 */
export async function readCarried<Row>(
  at: At,
  read: (at: At) => Promise<Row[]>,
  count: (row: Row) => number,
): Promise<{ rows: Row[]; total: number }> {
  const rows = await read(at)
  const [first] = rows.length > 0 || at.page === 0 ? rows : await read({ page: 0, size: 1 })
  return { rows, total: first ? count(first) : 0 }
}

/** The place in an endless list: below the last id that was shown. */
export interface Below {
  before?: number | undefined
  size: number
}
/**
 * A page of a list by descending id: the thousandth page costs as much as the first. The total is counted for
 * the first page only; otherwise it is null.
 */
export async function readBelow<Row extends { id: number }>(
  db: Db,
  list: List,
  where: readonly Condition[],
  { before, size }: Below,
): Promise<{ items: Row[]; next: number | null; total: number | null }> {
  const byNumber = { ...list, order: `${list.as}.id desc` }
  const from = before === undefined ? where : [...where, sql`${sql.ref(`${list.as}.id`)} < ${before}`]
  const [rows, counted] = await Promise.all([
    // One more row shows whether there are more.
    readRows<Row>(db, byNumber, from, size + 1),
    before === undefined ? countRows(db, list, where) : undefined,
  ])
  const items = rows.slice(0, size)
  return {
    items,
    next: rows.length > size ? (items.at(-1)?.id ?? null) : null,
    total: counted?.total ?? null,
  }
}

/** A page in the form of the contract; `total` is at most {@link COUNTED}. */
export const pageReply = <T>(items: T[], total: number) => ({
  items,
  total: Math.min(total, COUNTED),
  totalExact: total <= COUNTED,
})

const CHUNK = 500
/** Reads the whole list by descending id, in chunks: for a file that is written while it is read. */
export async function* walkList<Row extends { id: number }>(
  db: Db,
  list: List,
  where: readonly Restriction[],
): AsyncGenerator<Row> {
  const conditions = await lookUp(db, list, where)
  const byNumber = { ...list, order: `${list.as}.id desc` }
  for (let below: number | undefined; ;) {
    const rows: Row[] = await readRows<Row>(
      db,
      byNumber,
      below === undefined ? conditions : [...conditions, sql`${sql.ref(`${list.as}.id`)} < ${below}`],
      CHUNK,
    )
    yield* rows
    below = rows.at(-1)?.id
    if (below === undefined || rows.length < CHUNK) return
  }
}

/**
 * Reads rows in chunks, each after the last row of the one before, for a file that is written while it is
 * read: the last chunk costs as much as the first. `read` returns at most `size` rows, from the beginning if
 * `last` is undefined. `limitRows` ends it earlier.
 */
export async function* walkChunks<Row>(
  read: (last: Row | undefined, size: number) => Promise<readonly Row[]>,
  { size = CHUNK }: { size?: number } = {},
): AsyncGenerator<Row> {
  for (let last: Row | undefined; ;) {
    const rows: readonly Row[] = await read(last, size)
    yield* rows
    last = rows.at(-1)
    if (!last || rows.length < size) return
  }
}

export const readOne = async <Row>(db: Db, { row, table, as, joins }: List, id: number) =>
  (await run<Row>(db, `select ${row} from ${table} ${as} ${joins} where ${as}.id = $1`, [id]))[0]

/** Counts the rows in each state among the newest {@link COUNTED}. */
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

// Lists are searched by the names of the people, instruments, purchases or suppliers of their rows.
// All matching names count: with only the first hundreds of a thousand 王, the orders of the others
// would be missing unnoticed.

/** Tables with `search_text` and `search_grams`. */
export type NamedTable = 'device' | 'panel' | 'purchase' | 'supplier' | 'user_account' | 'workflow_instance'

/**
 * The condition for matching rows of a table with `search_text` and `search_grams`. `as`: the alias of the
 * table. Without `recheck` the grams decide alone, and no row has to be checked again.
 */
export const isCalled = (as: string, { grams, recheck }: Sought): Condition => {
  const has = sql`${sql.ref(`${as}.search_grams`)} @> ${grams}::text[]`
  return recheck.length ? sql`${has} and ${sql.ref(`${as}.search_text`)} like all(${recheck}::text[])` : has
}

/** A select of the ids of all matching rows. */
export const selectCalled = (table: NamedTable, sought: Sought): Condition =>
  sql`select id from ${sql.table(table)} where ${isCalled(table, sought)}`

export async function findCalled(db: Db, table: NamedTable, sought: Sought): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`select array(${selectCalled(table, sought)}) as ids`.execute(
    db,
  )
  return rows[0]?.ids ?? []
}

/**
 * Up to this many matches are looked up by id. With more of them, checking row by row soon fills a
 * page of the newest rows.
 */
export const MANY = 30_000
/** The ids that these selects find together; undefined if they are more than `most`. */
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
 * The rows of a list that match a keyword. The planner cannot know whether they are few or half the table, so
 * there are two ways to query them (decision 34).
 */
export interface Meaning {
  /** Matching rows of other tables: common table expressions, each under its own name. */
  called: readonly Condition[]
  /** Conditions that find the rows by indexes; each row is found by exactly one of them. */
  parts: readonly Condition[]
  /** The condition that is checked on each row if very many rows match. */
  everywhere: Condition
  /** The same in a statement that has `called`. */
  everywhereKnown: Condition
}
const hasMeaning = (r: Restriction): r is Meaning => 'parts' in r
const askEachRow = (r: Restriction): Condition => (hasMeaning(r) ? r.everywhere : 'ways' in r ? r.ways : r)

const joinSelects = (selects: readonly Condition[]) => sql.join([...selects], sql` union all `)
const anyOf = (conditions: readonly Condition[]) =>
  conditions.length ? [sql`(${sql.join([...conditions], sql` or `)})`] : []
/** `coalesce` keeps the planner from using an index for the condition. */
const isTrue = (condition: Condition) => sql`coalesce(${condition}, false)`

/**
 * The meaning of a keyword: rows with a matching name, rows that point at one, and rows
 * whose ids `others` select.
 */
export function findMeaning(
  { as, called: self = false, named = [] }: Pick<List, 'as' | 'called' | 'named'>,
  keyword: string,
  others: readonly Condition[] = [],
): Meaning {
  const sought = queryGrams(keyword)
  const own = sought && self ? isCalled(as, sought) : undefined
  const names = sought
    ? named.map(([column, table]) => ({
        column: sql.ref(`${as}.${column}`),
        select: selectCalled(table, sought),
        name: `called_${table}`,
      }))
    : []
  const id = sql.ref(`${as}.id`)
  const pointing = anyOf([
    ...(others.length ? [sql`${id} = any(array(${joinSelects(others)}))`] : []),
    ...names.map((n) => sql`${n.column} = any((select ids from ${sql.table(n.name)})::int8[])`),
  ])
  const askEach = (findIds: (name: (typeof names)[number]) => Condition) =>
    anyOf([
      ...(own ? [isTrue(own)] : []),
      ...(others.length ? [sql`${id} in (${joinSelects(others)})`] : []),
      ...names.map((n) => sql`${n.column} in (${findIds(n)})`),
    ])[0] ?? sql`false`
  const once = new Map(names.map((n) => [n.name, n.select]))
  return {
    called: [...once].map(
      ([name, select]) => sql`${sql.table(name)} as materialized (select array(${select}) as ids)`,
    ),
    // Separate conditions, because one index condition needs no recheck of the row, and
    // "or" rechecks every row.
    parts: [...(own ? [own] : []), ...pointing.map((p) => (own ? sql`${p} and not ${isTrue(own)}` : p))],
    everywhere: askEach((n) => n.select),
    everywhereKnown: askEach((n) => sql`select unnest(ids) from ${sql.table(n.name)}`),
  }
}

/** A select of the rows of a list that match a keyword, at most one more than `most`. */
function selectMeant(
  list: Pick<List, 'table' | 'as'>,
  { parts }: Meaning,
  columns: Condition,
  most: number,
): Condition {
  const selects = (parts.length ? parts : [sql`false`]).map(
    (part) => sql`select ${columns} from ${findTable(list)} where ${part}`,
  )
  return sql`select * from (${joinSelects(selects)}) meant limit ${most + 1}`
}
const joinCtes = (ctes: readonly Condition[]) => (ctes.length ? sql`with ${sql.join([...ctes])}` : sql``)

/**
 * The conditions with ids in place of a keyword, for a list that is read several times. Above {@link MANY}
 * matches the keyword is checked on each row instead.
 */
export async function lookUp(
  db: Db,
  list: Pick<List, 'table' | 'as'>,
  where: readonly Restriction[],
): Promise<Condition[]> {
  const meaning = where.find(hasMeaning)
  if (!meaning) return where.map(askEachRow)
  const id = sql.ref(`${list.as}.id`)
  const few = await findFew(db, [
    sql`select id from (${joinCtes(meaning.called)} ${selectMeant(list, meaning, sql`${id}`, MANY)}) meant`,
  ])
  return where.map((r) => (few && r === meaning ? sql`${id} = any(${few}::int8[])` : askEachRow(r)))
}

interface Meant {
  '#meant': number
  '#total': number
  '#sum': number
  '#place': number | null
}
/**
 * A page of the rows that match a keyword, their number and the sum of `column`, in one statement: by one
 * scan of all matches or, if they are more than `most`, row by row until the page is full. `fits`: the other
 * conditions. `known` is false if neither all matches were scanned nor {@link COUNTED} of them fit. If it is
 * false and `few`, so few of the scanned matches fit that starting from the other conditions is better;
 * there are no items then.
 */
async function readMeant<Row>(
  db: Db,
  list: List,
  meaning: Meaning,
  { page, size, fits, column, most }: At & { fits: Condition; column: string | undefined; most: number },
): Promise<Counted<Row> & { known: boolean; few: boolean }> {
  const { as } = list
  const order = findOrder(list)
  const id = sql.ref(`${as}.id`)
  const keys = order.split(', ').map((key, i) => {
    const [of = '', ...way] = key.split(' ')
    const name = of === `${as}.id` ? 'id' : `key_${i}`
    return { name, of: sql.raw(`${of} as ${name}`), by: sql.raw(`${name} ${way.join(' ')}`) }
  })
  // As few columns as possible, because they are copied for thousands of rows. A row that
  // does not fit has no amount.
  const amount = column ? sql`coalesce(${sql.ref(`${as}.${column}`)}, 0)` : sql`0`
  const columns = sql.join([
    id,
    sql`case when ${fits} then ${amount} end as amount`,
    ...keys.flatMap((k) => (k.name === 'id' ? [] : [k.of])),
  ])
  const few = most / 10
  const slice = sql`limit ${limitTo(size)} offset ${page * size}`
  const { rows } = await sql<Row & Meant>`${joinCtes([
    ...meaning.called,
    sql`meant as materialized (${selectMeant(list, meaning, columns, most)})`,
    sql`counted as (select count(*)::int as meant, count(amount)::int as total,
      coalesce(sum(amount), 0)::int8 as sum from meant)`,
    sql`shown as (
      (select id from meant where amount is not null and (select meant <= ${most} from counted)
        order by ${sql.join(keys.map((k) => k.by))} ${slice})
      union all
      (select ${id} from ${findTable(list)}
        where (select meant > ${most} and total > ${few} from counted)
          and ${meaning.everywhereKnown} and ${fits}
        order by ${sql.raw(order)} ${slice}))`,
  ])}
    select counted.meant as "#meant", counted.total as "#total", counted.sum as "#sum", listed.*
    from counted left join (
      select row_number() over (order by ${sql.raw(order)}) as "#place", ${sql.raw(list.row)}
      from shown join ${findTable(list)} on ${id} = shown.id ${sql.raw(list.joins)}) listed on true
    order by listed."#place"`.execute(db)
  const [first] = rows
  if (!first) throw new Error('a count is one row')
  return {
    known: first['#meant'] <= most || first['#total'] > COUNTED,
    few: first['#total'] <= few,
    items: rows.flatMap(({ '#meant': _m, '#total': _t, '#sum': _s, '#place': place, ...row }) =>
      place === null || place > size ? [] : [row as Row],
    ),
    total: Math.min(first['#total'], COUNTED + 1),
    sum: first['#sum'],
  }
}
