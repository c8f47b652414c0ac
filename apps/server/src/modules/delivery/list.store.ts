import type { DeliveryFilters } from '@portal/contract/delivery/delivery'
import { arrivingPurchaseStates } from '@portal/contract/purchase/purchase'
import { sql } from 'kysely'
import { literals, type Db } from '../../kernel/db.ts'
import {
  findMeaning,
  readPage,
  sortList,
  walkList,
  type Condition,
  type List,
  type Restriction,
} from '../../kernel/list.store.ts'
import { numberIn } from '../../kernel/search.rules.ts'
import { JOINS, ROW, type DeliveryRow } from './delivery.store.ts'

const deliveries: List = {
  table: 'delivery',
  as: 'v',
  row: ROW,
  joins: JOINS,
  named: [
    ['supplier_id', 'supplier'],
    ['purchase_id', 'purchase'],
  ],
}

const ARRIVING = sql.raw(literals(arrivingPurchaseStates))

/** The deliveries of a list: all, those of a company, or those of a person's own purchases. */
export type Scope = { all: true } | { supplierId: number } | { requesterId: number }

function findScope(scope: Scope): Condition {
  if ('all' in scope) return sql`true`
  return 'supplierId' in scope
    ? sql`v.supplier_id = ${scope.supplierId}`
    : sql`v.purchase_id in (select id from purchase where requester_id = ${scope.requesterId})`
}

/** `today` is the day on the campus; the days of the filter are instants in its time zone. */
export type Filters = Pick<DeliveryFilters, 'keyword' | 'state' | 'supplierId' | 'purchaseId' | 'overdue'> & {
  today: string
  fromAt: Date | null
  untilAt: Date | null
}

/** Matches its number, the purchase's number, title or contract, or the company. */
const findMeant = (keyword: string) =>
  findMeaning(deliveries, keyword, [
    sql`select id from delivery where id = ${numberIn(keyword, 'gh')}`,
    sql`select id from delivery where purchase_id = ${numberIn(keyword, 'sg')}`,
    sql`select d.id from purchase p join delivery d on d.purchase_id = p.id
      where p.contract_number = ${keyword}`,
  ])

function makeWhere(scope: Scope, f: Filters): Restriction[] {
  const all: Restriction[] = [findScope(scope)]
  if (f.state) all.push(sql`v.state = ${f.state}`)
  if (f.supplierId) all.push(sql`v.supplier_id = ${f.supplierId}`)
  if (f.purchaseId) all.push(sql`v.purchase_id = ${f.purchaseId}`)
  if (f.fromAt) all.push(sql`v.created_at >= ${f.fromAt}`)
  if (f.untilAt) all.push(sql`v.created_at < ${f.untilAt}`)
  if (f.overdue)
    all.push(
      sql`v.state = 'awaiting_entry'
        and v.purchase_id in (select id from purchase
          where state in (${ARRIVING}) and deliver_by < ${f.today})`,
    )
  if (f.keyword) all.push(findMeant(f.keyword))
  return all
}

const SORTS = { id: 'id', stateAt: 'state_at' }
export const list = (
  db: Db,
  scope: Scope,
  f: Filters,
  { order_by: orderBy, ...at }: { page: number; size: number; order_by?: string | undefined },
) => readPage<DeliveryRow>(db, sortList(deliveries, orderBy, SORTS), makeWhere(scope, f), at)

export const walk = (db: Db, scope: Scope, f: Filters) =>
  walkList<DeliveryRow>(db, deliveries, makeWhere(scope, f))
