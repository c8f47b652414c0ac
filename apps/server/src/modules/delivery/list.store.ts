import type { DeliveryFilters } from '@portal/contract/delivery/delivery'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db.ts'
import { COUNTED } from '../../kernel/listed.store.ts'
import { meantBy, type Naming } from '../../kernel/named.store.ts'
import { numberIn } from '../../kernel/search.rules.ts'
import { JOINS, ROW, type DeliveryRow } from './delivery.store.ts'

/** Whose deliveries a list is about: everybody's, a company's, or those of a person's own purchases. */
export type Scope = { all: true } | { supplierId: number } | { requesterId: number }

function scopeOf(scope: Scope): RawBuilder<unknown> {
  if ('all' in scope) return sql`true`
  return 'supplierId' in scope ? sql`v.supplier_id = ${scope.supplierId}` : sql`v.purchase_id in (select id from purchase where requester_id = ${scope.requesterId})`
}

/** `today` is the campus's day; the filter's days are instants of the campus. */
export type Filters = Pick<DeliveryFilters, 'keyword' | 'state' | 'supplierId' | 'purchaseId' | 'overdue'> & { today: string; fromAt: Date | null; untilAt: Date | null; beforeId?: number | undefined }

const named: Naming = { table: 'delivery', as: 'v', columns: [['supplier_id', 'supplier'], ['purchase_id', 'purchase']] }
/** By its own number, the purchase's number, title or contract, or the company. */
const keywordWhere = (db: Db, keyword: string) =>
  meantBy(db, named, keyword, [
    sql`select id from delivery where id = ${numberIn(keyword, 'gh')}`,
    sql`select id from delivery where purchase_id = ${numberIn(keyword, 'sg')}`,
    sql`select d.id from purchase p join delivery d on d.purchase_id = p.id where p.contract_number = ${keyword}`,
  ])

async function whereOf(db: Db, scope: Scope, f: Filters): Promise<RawBuilder<unknown>> {
  const all = [scopeOf(scope)]
  if (f.state) all.push(sql`v.state = ${f.state}`)
  if (f.supplierId) all.push(sql`v.supplier_id = ${f.supplierId}`)
  if (f.purchaseId) all.push(sql`v.purchase_id = ${f.purchaseId}`)
  if (f.beforeId !== undefined) all.push(sql`v.id < ${f.beforeId}`)
  if (f.fromAt) all.push(sql`v.created_at >= ${f.fromAt}`)
  if (f.untilAt) all.push(sql`v.created_at < ${f.untilAt}`)
  if (f.overdue) all.push(sql`v.state = 'awaiting_entry' and v.purchase_id in (select id from purchase where state in ('awaiting_delivery', 'in_acceptance') and deliver_by < ${f.today})`)
  if (f.keyword) all.push(await keywordWhere(db, f.keyword))
  return sql.join(all, sql` and `)
}

const SORTS: Record<string, RawBuilder<unknown>> = { id: sql`v.id`, stateAt: sql`v.state_at` }
export const sortable = (field: string): boolean => field in SORTS

export interface Wanted extends Filters {
  page: number
  size: number
  sort: string
  direction: 'asc' | 'desc'
}
/** The page first, then what its rows are called. */
const rowsOf = async (db: Db, where: RawBuilder<unknown>, order: RawBuilder<unknown>, size: number, offset: number): Promise<DeliveryRow[]> =>
  (await sql<DeliveryRow>`select ${sql.raw(ROW)} from (select * from delivery v where ${where} order by ${order} limit ${size} offset ${offset}) v ${sql.raw(JOINS)} order by ${order}`.execute(db)).rows

export async function list(db: Db, scope: Scope, wanted: Wanted): Promise<{ items: DeliveryRow[]; total: number }> {
  const where = await whereOf(db, scope, wanted)
  const direction = wanted.direction === 'asc' ? sql`asc` : sql`desc`
  const items = await rowsOf(db, where, sql`${SORTS[wanted.sort] ?? sql`v.id`} ${direction}, v.id ${direction}`, wanted.size, wanted.page * wanted.size)
  const counted = await sql<{ total: number }>`select count(*) as total from (select from delivery v where ${where} limit ${COUNTED + 1}) c`.execute(db)
  return { items, total: counted.rows[0]?.total ?? 0 }
}

/** The next ones of a walk through all, newest first. */
export const before = async (db: Db, scope: Scope, f: Filters, size: number): Promise<DeliveryRow[]> => rowsOf(db, await whereOf(db, scope, f), sql`v.id desc`, size, 0)
