import type { TestOrderFilters, TestOrderWanted } from '@portal/contract/test-order/test-order'
import { sql } from 'kysely'
import { run, type Db } from '../../kernel/db.ts'
import {
  any,
  joinConditions,
  findMeaning,
  lookUp,
  readFirst,
  readPageWithSum,
  walkList,
  type Condition,
  type List,
  type Restriction,
} from '../../kernel/list.store.ts'
import { LABS_IN_SCOPE, REVIEWED_DEVICES } from '../../kernel/places.store.ts'
import { numberIn } from '../../kernel/search.rules.ts'
import { namedSql, type NamedPerson } from '../people/people.service.ts'
import { JOINS, REFUND_OPEN, ROW, type OrderRow } from './test-order.store.ts'

/**
 * The labs and devices of a person as director, administrator or reviewer, and those that a back-office
 * permission adds.
 */
export interface Places {
  labIds: number[]
  directedLabIds: number[]
  deviceIds: number[]
}
const PLACES = `select ${LABS_IN_SCOPE} as "labIds",
  array(select lab_id from lab_member where user_id = $1 and role = 'lab_director') as "directedLabIds",
  ${REVIEWED_DEVICES} as "deviceIds"`
export async function findPlaces(
  db: Db,
  userId: number,
  backOffice: { deptId: number | null } | null,
): Promise<Places> {
  const [row] = await run<Places>(db, PLACES, [userId, backOffice !== null, backOffice?.deptId ?? null])
  return row ?? { labIds: [], directedLabIds: [], deviceIds: [] }
}

/** The orders that a list starts from; filters narrow it. */
export type Scope =
  | { all: true }
  | { ids: readonly number[] }
  | { party: number }
  | { places: Places }
  | { actedBy: number }

function findScope(scope: Scope): Condition {
  if ('all' in scope) return sql`true`
  if ('ids' in scope) return sql`t.id = ${any(scope.ids)}`
  if ('party' in scope) return sql`(t.booker_id = ${scope.party} or t.payer_id = ${scope.party})`
  if ('places' in scope)
    return sql`(t.lab_id = ${any(scope.places.labIds)} or t.device_id = ${any(scope.places.deviceIds)})`
  return sql`t.id in (select row_id from approval_task
      where acted_by = ${scope.actedBy} and business = 'test_order')`
}

const orders: List = {
  table: 'test_order',
  as: 't',
  row: ROW,
  joins: JOINS,
  named: [
    ['device_id', 'device'],
    ['booker_id', 'user_account'],
    ['payer_id', 'user_account'],
  ],
}
/** The filter's days as instants in campus time. */
interface Span {
  fromAt: Date | null
  untilAt: Date | null
}
function makeWhere(scope: Scope, f: TestOrderWanted & Span): Restriction[] {
  const all: Restriction[] = [findScope(scope)]
  if (f.state) all.push(sql`t.state = ${f.state}`)
  if (f.deviceId) all.push(sql`t.device_id = ${f.deviceId}`)
  if (f.labId) all.push(sql`t.lab_id = ${f.labId}`)
  if (f.payerId) all.push(sql`t.payer_id = ${f.payerId}`)
  if (f.payerGone)
    all.push(sql`t.state = 'confirmed' and t.payer_id in (select id from user_account where not enabled)`)
  if (f.fromAt) all.push(sql`lower(t.actual) >= ${f.fromAt}`)
  if (f.untilAt) all.push(sql`lower(t.actual) < ${f.untilAt}`)
  if (f.keyword)
    all.push(
      findMeaning(orders, f.keyword, [
        sql`select id from test_order where id = ${numberIn(f.keyword, 'cs')}`,
      ]),
    )
  return all
}

const SORTS: Record<string, string> = {
  id: 't.id',
  totalFen: 't.total_fen',
  startAt: 'lower(t.actual)',
  stateAt: 't.state_at',
}
export const isSortable = (field: string): boolean => Object.hasOwn(SORTS, field)
/** Matches the indexes: in descending order, rows without the value are last. */
function findOrder({ sort, direction }: Pick<Wanted, 'sort' | 'direction'>): string {
  const way = direction === 'asc' ? 'asc' : sort === 'startAt' ? 'desc nulls last' : 'desc'
  return `${SORTS[sort] ?? 't.id'} ${way}, t.id desc`
}

export interface Wanted extends TestOrderFilters, Span {
  sort: string
  direction: 'asc' | 'desc'
}
/** A page of rows, their number (as far as counted) and the sum of their totals in fen. */
export async function list(
  db: Db,
  scope: Scope,
  wanted: Wanted,
): Promise<{ items: OrderRow[]; total: number; sumFen: number }> {
  const where = makeWhere(scope, wanted)
  const sorted = { ...orders, order: findOrder(wanted) }
  const { sum: sumFen, ...page } = await readPageWithSum<OrderRow>(db, sorted, where, wanted, 'total_fen')
  return { ...page, sumFen }
}

/** The oldest `most` orders. */
export const some = (db: Db, scope: Scope, f: TestOrderWanted, most: number) =>
  readFirst<OrderRow>(
    db,
    { ...orders, order: 't.id' },
    makeWhere(scope, { ...f, fromAt: null, untilAt: null }),
    most,
  )
/** The form versions answered for results of the list and for their samples. */
export const findAnswered = async (db: Db, scope: Scope, f: TestOrderWanted & Span) => {
  const where = await lookUp(db, orders, makeWhere(scope, f))
  const { rows } = await sql<{ occasion: 'result' | 'samples'; formId: number; version: number }>`
    with x as materialized (
      select t.booking_id from test_order t where ${joinConditions(where)})
    select distinct a.occasion, a.form_id as "formId", a.version from form_answer a
    where a.occasion = 'result' and a.booking_id in (select booking_id from x)
    union
    select 'samples', s.form_id, s.form_version from booking_sample s
    where s.form_id is not null and s.booking_id in (select booking_id from x)`.execute(db)
  return rows
}

export interface ExportedOrder extends OrderRow {
  booker: NamedPerson
  payer: NamedPerson
}
const exportedOrders: List = {
  ...orders,
  row: `${ROW}, ${namedSql('bk')} as booker, ${namedSql('py')} as payer`,
}
/** All rows, for an export. */
export const walk = (db: Db, scope: Scope, f: TestOrderWanted & Span) =>
  walkList<ExportedOrder>(db, exportedOrders, makeWhere(scope, f))

const PAYABLE = `select count(*) as total from test_order t
  where not ${REFUND_OPEN} and state = 'confirmed' and (booker_id = $1 or payer_id = $1)`
/** How many confirmed orders wait for this person to settle them. */
export async function countPayable(db: Db, userId: number): Promise<number> {
  const [row] = await run<{ total: number }>(db, PAYABLE, [userId])
  return row?.total ?? 0
}
