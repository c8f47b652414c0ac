import type { AcceptanceFilters, AcceptanceState } from '@portal/contract/acceptance/acceptance'
import { sql, type RawBuilder } from 'kysely'
import { run, type Db } from '../../kernel/db.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import { JOINS, ROW, type AcceptanceRow } from './acceptance.store.ts'

/** Whose acceptances a list is about: everybody's, or those a person takes over, signs, or whose dept he heads. */
export type Scope = { all: true } | { userId: number; deptIds: readonly number[] }

/** More rows than this are not counted. */
export const COUNTED = 10_000
const FOUND = 500

const any = (ids: readonly number[]) => sql`any(${ids}::int8[])`

const BY_NAME = `select id from user_account where search_grams @> $1 and search_text like all($2::text[]) limit ${FOUND}`
const BY_TITLE = `select id from purchase where search_grams @> $1 and search_text like all($2::text[]) limit ${FOUND}`
const numberIn = (keyword: string, prefix: string): number | null => Number(new RegExp(`^(?:${prefix})?0*(\\d{1,15})$`, 'i').exec(keyword)?.[1] ?? NaN) || null

/** By its own number, the purchase's number or title, or who takes over. */
async function keywordWhere(db: Db, keyword: string): Promise<RawBuilder<unknown>> {
  const sought = queryGrams(keyword)
  const found = async (text: string): Promise<number[]> => (sought ? (await run<{ id: number }>(db, text, [sought.grams, sought.recheck])).map((r) => r.id) : [])
  const people = await found(BY_NAME)
  const purchases = [...(await found(BY_TITLE)), numberIn(keyword, 'sg') ?? 0]
  return sql`(a.id = ${numberIn(keyword, 'ys')} or a.receiver_id = ${any(people)} or a.purchase_id = ${any(purchases)})`
}

// Branch by branch, so that each is answered by its own index.
const scopeOf = (scope: Scope): RawBuilder<unknown> =>
  'all' in scope
    ? sql`true`
    : sql`a.id in (select id from acceptance where receiver_id = ${scope.userId}
        union select acceptance_id from acceptance_member where user_id = ${scope.userId}
        union select x.id from purchase p join acceptance x on x.purchase_id = p.id where p.dept_id = ${any(scope.deptIds)})`

export type Wanted = Omit<AcceptanceFilters, 'page' | 'size' | 'waiting'> & {
  /** These, in place of the scope: what waits for a person is his to see. */
  ids: readonly number[] | null
  fromAt: Date | null
  untilAt: Date | null
}
async function whereOf(db: Db, scope: Scope, f: Wanted): Promise<RawBuilder<unknown>> {
  const all = [f.ids ? sql`a.id = ${any(f.ids)}` : scopeOf(scope)]
  if (f.state) all.push(sql`a.state = ${f.state}`)
  if (f.scale) all.push(sql`a.scale = ${f.scale}`)
  if (f.purchaseId) all.push(sql`a.purchase_id = ${f.purchaseId}`)
  if (f.fromAt) all.push(sql`a.created_at >= ${f.fromAt}`)
  if (f.untilAt) all.push(sql`a.created_at < ${f.untilAt}`)
  if (f.keyword) all.push(await keywordWhere(db, f.keyword))
  return sql.join(all, sql` and `)
}

const rowsOf = async (db: Db, where: RawBuilder<unknown>, size: number, offset: number): Promise<AcceptanceRow[]> =>
  // The page first, then what its rows are called.
  (await sql<AcceptanceRow>`select ${sql.raw(ROW)} from (select * from acceptance a where ${where} order by a.id desc limit ${size} offset ${offset}) a ${sql.raw(JOINS)} order by a.id desc`.execute(db)).rows

/** A page of rows, and how many there are (as far as counted). */
export async function list(db: Db, scope: Scope, wanted: Wanted, { page, size }: { page: number; size: number }): Promise<{ items: AcceptanceRow[]; total: number }> {
  const where = await whereOf(db, scope, wanted)
  const items = await rowsOf(db, where, size, page * size)
  const counted = await sql<{ total: number }>`select count(*)::int as total from (select from acceptance a where ${where} limit ${COUNTED + 1}) c`.execute(db)
  return { items, total: counted.rows[0]?.total ?? 0 }
}

/** Those below this id, newest first: for a file that is written while it is read. */
export async function below(db: Db, scope: Scope, wanted: Wanted, id: number, size: number): Promise<AcceptanceRow[]> {
  return rowsOf(db, sql`${await whereOf(db, scope, wanted)} and a.id < ${id}`, size, 0)
}

/** Exact up to {@link COUNTED} of all. */
export async function counts(db: Db, scope: Scope): Promise<{ state: AcceptanceState; count: number }[]> {
  const counted = await sql<{ state: AcceptanceState; count: number }>`
    select state, count(*)::int as count from (select a.state from acceptance a where ${scopeOf(scope)} order by a.id desc limit ${COUNTED}) c group by state`.execute(db)
  return counted.rows
}
