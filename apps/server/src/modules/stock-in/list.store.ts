import type { StockInFilters, StockInState } from '@portal/contract/stock-in/stock-in'
import { sql, type RawBuilder } from 'kysely'
import { run, type Db } from '../../kernel/db.ts'
import { byState, every, page, type Listed } from '../../kernel/listed.store.ts'
import { called } from '../../kernel/named.store.ts'
import { numberIn } from '../../kernel/search.rules.ts'
import { JOINS, ROW, type StockInRow } from './stock-in.store.ts'

const orders: Listed = { table: 'stock_in', as: 't', row: ROW, joins: JOINS }

/** Whose orders a list is about: everybody's, or those a person asked for, keeps something of, or whose dept he heads. */
export type Scope = { all: true } | { userId: number; deptIds: readonly number[] }

// Branch by branch, so that each is answered by its own index.
const scopeOf = (scope: Scope): RawBuilder<unknown> =>
  'all' in scope
    ? sql`true`
    : sql`t.id in (select id from stock_in where requester_id = ${scope.userId}
        union select stock_in_id from stock_in_piece where keeper_id = ${scope.userId}
        union select x.id from purchase p join stock_in x on x.purchase_id = p.id where p.dept_id = any(${scope.deptIds}::int8[]))`

const BY_PAPER = `select stock_in_id as id from invoice where number = $1 union select stock_in_id from stock_in_piece where asset_number = $1`
/** By its own number, an invoice's or an asset's, the purchase's number or title, or who asked for it. */
async function keywordWhere(db: Db, keyword: string): Promise<RawBuilder<unknown>> {
  const byPaper = (await run<{ id: number }>(db, BY_PAPER, [keyword])).map((r) => r.id)
  const people = await called(db, 'user_account', keyword)
  const purchases = await called(db, 'purchase', keyword)
  return sql`(t.id = ${numberIn(keyword, 'rk')} or t.id = any(${byPaper}::int8[]) or t.requester_id ${people} or t.purchase_id ${purchases} or t.purchase_id = ${numberIn(keyword, 'sg')})`
}

export type Wanted = Omit<StockInFilters, 'page' | 'size' | 'waiting'> & {
  /** These, in place of the scope: what waits for a person is his to see. */
  ids: readonly number[] | null
  fromAt: Date | null
  untilAt: Date | null
}
async function whereOf(db: Db, scope: Scope, f: Wanted): Promise<RawBuilder<unknown>[]> {
  const all = [f.ids ? sql`t.id = any(${f.ids}::int8[])` : scopeOf(scope)]
  if (f.state) all.push(sql`t.state = ${f.state}`)
  if (f.payment) all.push(sql`t.payment = ${f.payment}`)
  if (f.purchaseId) all.push(sql`t.purchase_id = ${f.purchaseId}`)
  if (f.fromAt) all.push(sql`t.created_at >= ${f.fromAt}`)
  if (f.untilAt) all.push(sql`t.created_at < ${f.untilAt}`)
  if (f.keyword) all.push(await keywordWhere(db, f.keyword))
  return all
}

export const list = async (db: Db, scope: Scope, wanted: Wanted, at: { page: number; size: number }) => page<StockInRow>(db, orders, await whereOf(db, scope, wanted), at)
export const all = async (db: Db, scope: Scope, wanted: Wanted) => every<StockInRow>(db, orders, await whereOf(db, scope, wanted))
export const counts = (db: Db, scope: Scope) => byState<StockInState>(db, orders, [scopeOf(scope)])
