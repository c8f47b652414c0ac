import { sql, type RawBuilder } from 'kysely'
import { run, type Db } from './db.ts'
import { refuseField } from './refuse.ts'

// Lists of rows by number, the newest first unless said otherwise, a page or a chunk at a time.

/** A table with what its rows are called. */
export interface Listed {
  table: string
  /** What `row`, `joins` and the conditions call it. */
  as: string
  row: string
  joins: string
  order?: string
}
/** The same in the order that was asked for. `columns`: what may be asked for, and the column that is meant. */
export function ordered(
  of: Listed,
  orderBy: string | undefined,
  columns: Readonly<Record<string, string>>,
): Listed {
  if (orderBy === undefined) return of
  const [field = '', direction] = orderBy.split(' ')
  if (!Object.hasOwn(columns, field)) throw refuseField('order_by', '不能按该字段排序', 'BAD_REQUEST')
  const way = direction === 'asc' ? 'asc' : 'desc'
  return { ...of, order: [columns[field], 'id'].map((column) => `${of.as}.${column} ${way}`).join(', ') }
}

/** More rows than this are not counted. */
export const COUNTED = 10_000

type Where = readonly RawBuilder<unknown>[]
const both = (where: Where): RawBuilder<unknown> =>
  where.length ? sql.join([...where], sql` and `) : sql`true`
const tableOf = (of: Listed) => sql.raw(`${of.table} ${of.as}`)

/** The rows first, then what they are called: joined the other way round, names would be looked up for all that is sorted. */
async function rowsOf<Row>(db: Db, of: Listed, where: Where, size: number, offset = 0): Promise<Row[]> {
  const order = sql.raw(of.order ?? `${of.as}.id desc`)
  const rows =
    await sql<Row>`select ${sql.raw(of.row)} from (select ${sql.ref(of.as)}.* from ${tableOf(of)} where ${both(where)} order by ${order} limit ${size} offset ${offset}) ${sql.ref(of.as)}
    ${sql.raw(of.joins)} order by ${order}`.execute(db)
  return rows.rows
}

/** So many of the list. */
export const first = <Row>(db: Db, of: Listed, where: Where, most: number): Promise<Row[]> =>
  rowsOf<Row>(db, of, where, most)
export async function page<Row>(
  db: Db,
  of: Listed,
  where: Where,
  { page: at, size }: { page: number; size: number },
): Promise<{ items: Row[]; total: number }> {
  const items = await rowsOf<Row>(db, of, where, size, at * size)
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from (select from ${tableOf(of)} where ${both(where)} limit ${COUNTED + 1}) c`.execute(
    db,
  )
  return { items, total: counted.rows[0]?.total ?? 0 }
}
/** The same with what a column of theirs comes to, as far as they are counted. */
export async function pageWithSum<Row>(
  db: Db,
  of: Listed,
  where: Where,
  { page: at, size }: { page: number; size: number },
  column: string,
): Promise<{ items: Row[]; total: number; sum: number }> {
  const items = await rowsOf<Row>(db, of, where, size, at * size)
  const counted = await sql<{
    total: number
    sum: number
  }>`select count(*)::int as total, coalesce(sum(amount), 0)::int8 as sum
    from (select ${sql.ref(`${of.as}.${column}`)} as amount from ${tableOf(of)} where ${both(where)} limit ${COUNTED + 1}) c`.execute(
    db,
  )
  return { items, total: counted.rows[0]?.total ?? 0, sum: counted.rows[0]?.sum ?? 0 }
}
/** As the contract has it. */
export const pageReply = <T>(items: T[], total: number) => ({
  items,
  total: Math.min(total, COUNTED),
  totalExact: total <= COUNTED,
})

const CHUNK = 500
/** The whole list, by number and newest first, a chunk at a time: for a file that is written while it is read. */
export async function* every<Row extends { id: number }>(
  db: Db,
  of: Listed,
  where: Where,
): AsyncGenerator<Row> {
  const byNumber = { ...of, order: `${of.as}.id desc` }
  for (let below: number | undefined; ;) {
    const rows: Row[] = await rowsOf<Row>(
      db,
      byNumber,
      below === undefined ? where : [...where, sql`${sql.ref(`${of.as}.id`)} < ${below}`],
      CHUNK,
    )
    yield* rows
    below = rows.at(-1)?.id
    if (below === undefined || rows.length < CHUNK) return
  }
}

export const one = async <Row>(db: Db, of: Listed, id: number): Promise<Row | undefined> =>
  (
    await run<Row>(db, `select ${of.row} from ${of.table} ${of.as} ${of.joins} where ${of.as}.id = $1`, [id])
  )[0]

/** How many are in which state, of the newest {@link COUNTED}. */
export async function byState<State extends string>(
  db: Db,
  of: Listed,
  where: Where,
): Promise<{ state: State; count: number }[]> {
  const counted = await sql<{ state: State; count: number }>`select state, count(*)::int as count
    from (select ${sql.ref(`${of.as}.state`)} from ${tableOf(of)} where ${both(where)} order by ${sql.ref(`${of.as}.id`)} desc limit ${COUNTED}) c group by state`.execute(
    db,
  )
  return counted.rows
}
