import type { StockInFilters, StockInState } from '@portal/contract/stock-in/stock-in'
import { sql, type RawBuilder } from 'kysely'
import { run, type Db } from '../../kernel/db.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import { JOINS, ROW, type StockInRow } from './stock-in.store.ts'

/** Whose orders a list is about: everybody's, or those a person asked for, keeps something of, or whose dept he heads. */
export type Scope = { all: true } | { userId: number; deptIds: readonly number[] }

/** More rows than this are not counted. */
export const COUNTED = 10_000
const FOUND = 500

const any = (ids: readonly number[]) => sql`any(${ids}::int8[])`

const BY_NAME = `select id from user_account where search_grams @> $1 and search_text like all($2::text[]) limit ${FOUND}`
const BY_TITLE = `select id from purchase where search_grams @> $1 and search_text like all($2::text[]) limit ${FOUND}`
const BY_PAPER = `select stock_in_id as id from invoice where number = $1 union select stock_in_id from stock_in_piece where asset_number = $1`
const numberIn = (keyword: string, prefix: string): number | null => Number(new RegExp(`^(?:${prefix})?0*(\\d{1,15})$`, 'i').exec(keyword)?.[1] ?? NaN) || null

async function keywordWhere(db: Db, keyword: string): Promise<RawBuilder<unknown>> {
  const sought = queryGrams(keyword)
  const found = async (text: string): Promise<number[]> => (sought ? (await run<{ id: number }>(db, text, [sought.grams, sought.recheck])).map((r) => r.id) : [])
  const people = await found(BY_NAME)
  const purchases = [...(await found(BY_TITLE)), numberIn(keyword, 'sg') ?? 0]
  const orders = [...(await run<{ id: number }>(db, BY_PAPER, [keyword])).map((r) => r.id), numberIn(keyword, 'rk') ?? 0]
  return sql`(t.id = ${any(orders)} or t.requester_id = ${any(people)} or t.purchase_id = ${any(purchases)})`
}

// Branch by branch, so that each is answered by its own index.
const scopeOf = (scope: Scope): RawBuilder<unknown> =>
  'all' in scope
    ? sql`true`
    : sql`t.id in (select id from stock_in where requester_id = ${scope.userId}
        union select stock_in_id from stock_in_piece where keeper_id = ${scope.userId}
        union select x.id from purchase p join stock_in x on x.purchase_id = p.id where p.dept_id = ${any(scope.deptIds)})`

export type Wanted = Omit<StockInFilters, 'page' | 'size' | 'waiting'> & {
  /** These, in place of the scope: what waits for a person is his to see. */
  ids: readonly number[] | null
  fromAt: Date | null
  untilAt: Date | null
}
async function whereOf(db: Db, scope: Scope, f: Wanted): Promise<RawBuilder<unknown>> {
  const all = [f.ids ? sql`t.id = ${any(f.ids)}` : scopeOf(scope)]
  if (f.state) all.push(sql`t.state = ${f.state}`)
  if (f.payment) all.push(sql`t.payment = ${f.payment}`)
  if (f.purchaseId) all.push(sql`t.purchase_id = ${f.purchaseId}`)
  if (f.fromAt) all.push(sql`t.created_at >= ${f.fromAt}`)
  if (f.untilAt) all.push(sql`t.created_at < ${f.untilAt}`)
  if (f.keyword) all.push(await keywordWhere(db, f.keyword))
  return sql.join(all, sql` and `)
}

const rowsOf = async (db: Db, where: RawBuilder<unknown>, size: number, offset: number): Promise<StockInRow[]> =>
  // The page first, then what its rows are called.
  (await sql<StockInRow>`select ${sql.raw(ROW)} from (select * from stock_in t where ${where} order by t.id desc limit ${size} offset ${offset}) t ${sql.raw(JOINS)} order by t.id desc`.execute(db)).rows

/** A page of rows, and how many there are (as far as counted). */
export async function list(db: Db, scope: Scope, wanted: Wanted, { page, size }: { page: number; size: number }): Promise<{ items: StockInRow[]; total: number }> {
  const where = await whereOf(db, scope, wanted)
  const items = await rowsOf(db, where, size, page * size)
  const counted = await sql<{ total: number }>`select count(*)::int as total from (select from stock_in t where ${where} limit ${COUNTED + 1}) c`.execute(db)
  return { items, total: counted.rows[0]?.total ?? 0 }
}

/** Those below this id, newest first: for a file that is written while it is read. */
export const below = async (db: Db, scope: Scope, wanted: Wanted, id: number, size: number): Promise<StockInRow[]> =>
  rowsOf(db, sql`${await whereOf(db, scope, wanted)} and t.id < ${id}`, size, 0)

/** Of the newest {@link COUNTED}. */
export async function counts(db: Db, scope: Scope): Promise<{ state: StockInState; count: number }[]> {
  const counted = await sql<{ state: StockInState; count: number }>`
    select state, count(*)::int as count from (select t.state from stock_in t where ${scopeOf(scope)} order by t.id desc limit ${COUNTED}) c group by state`.execute(db)
  return counted.rows
}
