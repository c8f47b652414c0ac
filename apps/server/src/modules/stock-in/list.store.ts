import { stockInStates, type StockInFilters, type StockInState } from '@portal/contract/stock-in/stock-in'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db.ts'
import {
  countByState,
  EVERYTHING,
  findMeaning,
  readPage,
  sortList,
  walkList,
  type List,
  type Restriction,
  type Scoping,
} from '../../kernel/list.store.ts'
import { numberIn } from '../../kernel/search.rules.ts'
import { JOINS, ROW, type StockInRow } from './stock-in.store.ts'

const orders: List = {
  table: 'stock_in',
  as: 't',
  row: ROW,
  joins: JOINS,
  named: [
    ['requester_id', 'user_account'],
    ['purchase_id', 'purchase'],
  ],
}

/**
 * The orders of a list: all, or those a person requested, keeps a piece of, or whose department they head.
 */
export type Scope = { all: true } | { userId: number; deptIds: readonly number[] }

const findScope = (scope: Scope): Scoping =>
  'all' in scope
    ? EVERYTHING
    : {
        ways: sql`t.id in (select id from stock_in where requester_id = ${scope.userId}
          union select stock_in_id from stock_in_piece where keeper_id = ${scope.userId}
          union select x.id from purchase p join stock_in x on x.purchase_id = p.id
          where p.dept_id = any(${scope.deptIds}::int8[]))`,
        fits: sql`(t.requester_id = ${scope.userId}
          or t.id in (select stock_in_id from stock_in_piece where keeper_id = ${scope.userId})
          or exists (select from purchase p where p.id = t.purchase_id
            and p.dept_id = any(${scope.deptIds}::int8[])))`,
      }

/** Matches the number of the order, voucher, invoice, asset or purchase, or the title or the requester. */
const findMeant = (keyword: string) =>
  findMeaning(orders, keyword, [
    sql`select id from stock_in where id = ${numberIn(keyword, 'rk')}`,
    sql`select id from stock_in where purchase_id = ${numberIn(keyword, 'sg')}`,
    sql`select id from stock_in where voucher_number = ${keyword}`,
    sql`select stock_in_id from invoice where number = ${keyword}`,
    sql`select stock_in_id from stock_in_piece where asset_number = ${keyword}`,
  ])

const statesPast = (state: StockInState) => stockInStates.slice(stockInStates.indexOf(state) + 1)

export type Wanted = Omit<StockInFilters, 'page' | 'size' | 'waiting'> & {
  /** Only these, instead of the scope: what waits for a person is visible to them. */
  ids: readonly number[] | null
  fromAt: Date | null
  untilAt: Date | null
}
function makeWhere(scope: Scope, f: Wanted): Restriction[] {
  const all: Restriction[] = [f.ids ? sql`t.id = any(${f.ids}::int8[])` : findScope(scope)]
  if (f.state) all.push(sql`t.state = ${f.state}`)
  if (f.past) all.push(sql`t.state = any(${statesPast(f.past)}::text[])`)
  if (f.payment) all.push(sql`t.payment = ${f.payment}`)
  if (f.purchaseId) all.push(sql`t.purchase_id = ${f.purchaseId}`)
  if (f.fromAt) all.push(sql`t.created_at >= ${f.fromAt}`)
  if (f.untilAt) all.push(sql`t.created_at < ${f.untilAt}`)
  if (f.keyword) all.push(findMeant(f.keyword))
  return all
}

const SORTS = { id: 'id', totalFen: 'total_fen', stateAt: 'state_at' }
export const list = (db: Db, scope: Scope, wanted: Wanted, at: { page: number; size: number }) =>
  readPage<StockInRow>(db, sortList(orders, wanted.order_by, SORTS), makeWhere(scope, wanted), at)
export const walk = (db: Db, scope: Scope, wanted: Wanted) =>
  walkList<StockInRow>(db, orders, makeWhere(scope, wanted))
export const countStates = (db: Db, scope: Scope) =>
  countByState<StockInState>(db, orders, [findScope(scope).ways])
