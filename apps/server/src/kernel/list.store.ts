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
  /** The newest first unless said otherwise. Columns, each with its way; a comma only between them. */
  order?: string
  /** A keyword can mean a row by what it is called itself: it has `search_text` and `search_grams`. */
  called?: boolean
  /** Columns that a keyword can mean by the name of the row they point at; each has an index. */
  named?: readonly (readonly [column: string, names: NamedTable])[]
}
/** A part of a WHERE, with its values. */
export type Condition = RawBuilder<unknown>
/**
 * Whose rows a list shows, said twice: `ways` unites selects, each answered by its own index, and leads to the
 * rows where nothing else does; `fits` is asked of each row that a keyword has led to.
 */
export interface Scoping {
  ways: Condition
  fits: Condition
}
/** Who sees all of a list. */
export const EVERYTHING: Scoping = { ways: sql`true`, fits: sql`true` }
/** What a list is narrowed down by; a keyword stands among the conditions, once. */
export type Restriction = Condition | Scoping | Meaning
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
const findTable = (list: Pick<List, 'table' | 'as'>) => sql.raw(`${list.table} ${list.as}`)
const findOrder = (list: List) => list.order ?? `${list.as}.id desc`

/** The most rows that pages show and chunks hold, and one more, which says that there are more. */
const ROOMS = [10, 20, 50, 100, 500].flatMap((most) => [most, most + 1])
/**
 * Of these PostgreSQL sees when it plans that they are few. A limit that it does not see counts as a tenth of
 * the table, to which it joins the whole of the others.
 */
const limitTo = (size: number): Condition => {
  const room = ROOMS.find((r) => r >= size)
  return room ? sql.lit(room) : sql`${size}`
}

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
  const order = sql.raw(findOrder(list))
  const rows = await sql<Row>`select ${sql.raw(list.row)}
      from (select ${sql.ref(list.as)}.* from ${findTable(list)} where ${joinConditions(where)}
        order by ${order}
        limit ${limitTo(size)} offset ${offset}) ${sql.ref(list.as)}
    ${sql.raw(list.joins)} order by ${order}`.execute(db)
  return rows.rows.slice(0, size)
}

/** So many of the list. */
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

/** A page with what a column of theirs comes to, as far as they are counted. */
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
  const [rows, counted] = await Promise.all([
    // One more says whether there are more.
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

/**
 * The rows of a table with `search_text` and `search_grams` that are called so. `as`: the list's table. Where
 * the grams say it all, nothing is left that each row would be asked again.
 */
export const isCalled = (as: string, { grams, recheck }: Sought): Condition => {
  const has = sql`${sql.ref(`${as}.search_grams`)} @> ${grams}::text[]`
  return recheck.length ? sql`${has} and ${sql.ref(`${as}.search_text`)} like all(${recheck}::text[])` : has
}

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
export const MANY = 30_000
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
 * The rows of a list that a keyword stands for. Whether they are few or half the table the planner does not
 * see, so that there are two ways to ask for them (decision 34).
 */
export interface Meaning {
  /** Which rows of other tables are called so, under a name of their own. */
  called: readonly Condition[]
  /** What finds the rows by indexes: each by one of these, and by no other. */
  parts: readonly Condition[]
  /** What each row is asked where very many have the word. */
  everywhere: Condition
  /** The same in a statement that has `called`. */
  everywhereKnown: Condition
}
const hasMeaning = (r: Restriction): r is Meaning => 'parts' in r
const askEachRow = (r: Restriction): Condition => (hasMeaning(r) ? r.everywhere : 'ways' in r ? r.ways : r)

const joinSelects = (selects: readonly Condition[]) => sql.join([...selects], sql` union all `)
const anyOf = (conditions: readonly Condition[]) =>
  conditions.length ? [sql`(${sql.join([...conditions], sql` or `)})`] : []
/** Behind coalesce no index is thought of. */
const isTrue = (condition: Condition) => sql`coalesce(${condition}, false)`

/**
 * What a keyword stands for: rows that are called so, that name somebody or something called so, or whose ids
 * `others` select.
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
    // Apart, because one index condition needs no second look at the row, and "or" has every row looked at.
    parts: [...(own ? [own] : []), ...pointing.map((p) => (own ? sql`${p} and not ${isTrue(own)}` : p))],
    everywhere: askEach((n) => n.select),
    everywhereKnown: askEach((n) => sql`select unnest(ids) from ${sql.table(n.name)}`),
  }
}

/** The rows of a list that a keyword means, up to one more than `most`. */
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

/** The conditions with ids in place of a keyword, for a list that is asked for again and again. */
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
 * A page of what a keyword means, how many there are and what `column` comes to, in one statement: by one walk
 * over all of them, or, where they are more than `most`, row by row until the page is full. `fits`: what else
 * they must be. Not `known` where neither all were walked over nor {@link COUNTED} were found among them; and
 * where so `few` of them fit that what they must fit is the better way, there are no items.
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
  // As few columns as can be: each is copied for thousands of rows. What does not fit has no amount.
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
