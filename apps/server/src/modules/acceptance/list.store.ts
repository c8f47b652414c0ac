import type { AcceptanceFilters, AcceptanceState } from '@portal/contract/acceptance/acceptance'
import { sql } from 'kysely'
import { runOne, type Db } from '../../kernel/db.ts'
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
import { JOINS, ROW, type AcceptanceRow } from './acceptance.store.ts'

const acceptances: List = {
  table: 'acceptance',
  as: 'a',
  row: ROW,
  joins: JOINS,
  named: [
    ['receiver_id', 'user_account'],
    ['purchase_id', 'purchase'],
  ],
}

/**
 * The acceptances of a list: all, or those a person bought, receives or signs, or whose department they head.
 */
export type Scope = { all: true } | { userId: number; deptIds: readonly number[] }

const findScope = (scope: Scope): Scoping =>
  'all' in scope
    ? EVERYTHING
    : {
        ways: sql`a.id in (select id from acceptance where receiver_id = ${scope.userId}
          union select acceptance_id from acceptance_member where user_id = ${scope.userId}
          union select x.id from purchase p join acceptance x on x.purchase_id = p.id
          where p.requester_id = ${scope.userId}
          union select x.id from purchase p join acceptance x on x.purchase_id = p.id
          where p.dept_id = any(${scope.deptIds}::int8[]))`,
        fits: sql`(a.receiver_id = ${scope.userId}
          or a.id in (select acceptance_id from acceptance_member where user_id = ${scope.userId})
          or exists (select from purchase p where p.id = a.purchase_id
            and (p.requester_id = ${scope.userId} or p.dept_id = any(${scope.deptIds}::int8[]))))`,
      }

/** Matches its number, the purchase's number or title, or the receiver. */
const findMeant = (keyword: string) =>
  findMeaning(acceptances, keyword, [
    sql`select id from acceptance where id = ${numberIn(keyword, 'ys')}`,
    sql`select id from acceptance where purchase_id = ${numberIn(keyword, 'sg')}`,
  ])

export type Wanted = Omit<AcceptanceFilters, 'page' | 'size' | 'waiting'> & {
  /** Only these, instead of the scope: what waits for a person is visible to them. */
  ids: readonly number[] | null
  fromAt: Date | null
  untilAt: Date | null
}
function makeWhere(scope: Scope, f: Wanted): Restriction[] {
  const all: Restriction[] = [f.ids ? sql`a.id = any(${f.ids}::int8[])` : findScope(scope)]
  if (f.state) all.push(sql`a.state = ${f.state}`)
  if (f.scale) all.push(f.scale === 'college' ? sql`a.scale <> 'small'` : sql`a.scale = ${f.scale}`)
  if (f.purchaseId) all.push(sql`a.purchase_id = ${f.purchaseId}`)
  if (f.fromAt) all.push(sql`a.created_at >= ${f.fromAt}`)
  if (f.untilAt) all.push(sql`a.created_at < ${f.untilAt}`)
  if (f.keyword) all.push(findMeant(f.keyword))
  return all
}

const SORTS = { id: 'id', stateAt: 'state_at' }
export const list = (db: Db, scope: Scope, wanted: Wanted, at: { page: number; size: number }) =>
  readPage<AcceptanceRow>(db, sortList(acceptances, wanted.order_by, SORTS), makeWhere(scope, wanted), at)
export const walk = (db: Db, scope: Scope, wanted: Wanted) =>
  walkList<AcceptanceRow>(db, acceptances, makeWhere(scope, wanted))
export const countStates = (db: Db, scope: Scope) =>
  countByState<AcceptanceState>(db, acceptances, [findScope(scope).ways])

const SPLIT = `select
    count(*) filter (where state not in ('awaiting_audit') and scale = 'small')::int as self,
    count(*) filter (where state not in ('awaiting_audit') and scale <> 'small')::int as college,
    count(*) filter (where state = 'awaiting_audit')::int as audit
  from acceptance where id = any($1::int8[])`
/** How many of these are shown on which page. */
export const countPages = (db: Db, ids: readonly number[]) =>
  runOne<{ self: number; college: number; audit: number }>(db, SPLIT, [ids])
