import type { TenderMethod, TenderState } from '@portal/contract/tender/tender'
import type { TenderFilters } from '@portal/contract/tender/calls'
import { sql, type RawBuilder } from 'kysely'
import { run, type Db } from '../../kernel/db.ts'
import { COUNTED } from '../../kernel/listed.store.ts'
import { numberIn, queryGrams } from '../../kernel/search.rules.ts'
import { JOINS, ROW, type TenderRow } from './tender.store.ts'

/** Whose tenders a list is about: the office's, those a supplier may know of, those of a person's purchases. */
export type Scope = { all: true } | { supplierId: number; approved: boolean } | { requesterId: number }

function scopeOf(scope: Scope): RawBuilder<unknown> {
  if ('all' in scope) return sql`true`
  if ('requesterId' in scope) return sql`t.purchase_id in (select id from purchase where requester_id = ${scope.requesterId})`
  return sql`t.announced_at is not null and (${scope.approved ? sql`t.method = 'public'` : sql`false`}
    or t.id in (select tender_id from tender_invitation where supplier_id = ${scope.supplierId}) or t.id in (select tender_id from quotation where supplier_id = ${scope.supplierId}))`
}

const matches = (keyword: string): RawBuilder<unknown> => {
  const sought = queryGrams(keyword)
  const title = sought ? sql`t.search_grams @> ${sought.grams}::text[] and t.search_text like all(${sought.recheck}::text[])` : sql`false`
  return sql`(t.id = ${numberIn(keyword, 'zb')} or (${title}))`
}

/** What a list is narrowed down by. */
export interface Narrowed extends Pick<TenderFilters, 'keyword' | 'state' | 'method' | 'scope' | 'purchaseId'> {
  /** The filter's days as instants of the campus. */
  fromAt: Date | null
  untilAt: Date | null
  /** Now: what a supplier may still quote in. */
  now: Date
}
function whereOf(scope: Scope, f: Narrowed): RawBuilder<unknown> {
  const all = [scopeOf(scope)]
  if (f.state) all.push(sql`t.state = ${f.state}`)
  if (f.method) all.push(sql`t.method = ${f.method}`)
  if (f.fromAt) all.push(sql`t.opens_at >= ${f.fromAt}`)
  if (f.untilAt) all.push(sql`t.opens_at < ${f.untilAt}`)
  if (f.scope === 'open') all.push(sql`t.state = 'announced' and t.opens_at > ${f.now}`)
  if (f.scope === 'mine') all.push('supplierId' in scope ? sql`t.id in (select tender_id from quotation where supplier_id = ${scope.supplierId})` : sql`false`)
  if (f.purchaseId) all.push(sql`t.purchase_id = ${f.purchaseId}`)
  if (f.keyword) all.push(matches(f.keyword))
  return sql.join(all, sql` and `)
}

export async function list(db: Db, scope: Scope, wanted: Narrowed & { page: number; size: number }): Promise<{ items: TenderRow[]; total: number }> {
  const where = whereOf(scope, wanted)
  // The page first, then what its rows are called.
  const page = await sql<TenderRow>`select ${sql.raw(ROW)} from (select * from tender t where ${where} order by t.id desc limit ${wanted.size} offset ${wanted.page * wanted.size}) t
    ${sql.raw(JOINS)} order by t.id desc`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total from (select 1 from tender t where ${where} limit ${COUNTED + 1}) c`.execute(db)
  return { items: page.rows, total: counted.rows[0]?.total ?? 0 }
}

/** The next rows after one, for what is read piece by piece. */
export async function before(db: Db, scope: Scope, wanted: Narrowed, beforeId: number | undefined, limit: number): Promise<TenderRow[]> {
  const { rows } = await sql<TenderRow>`select ${sql.raw(ROW)} from (select * from tender t where ${whereOf(scope, wanted)} and t.id < ${beforeId ?? Number.MAX_SAFE_INTEGER} order by t.id desc limit ${limit}) t
    ${sql.raw(JOINS)} order by t.id desc`.execute(db)
  return rows
}

export async function counts(db: Db, scope: Scope): Promise<{ state: TenderState; count: number }[]> {
  const { rows } = await sql<{ state: TenderState; count: number }>`select state, count(*) as count from (select t.state from tender t where ${scopeOf(scope)} order by t.id desc limit ${COUNTED}) c group by state`.execute(db)
  return rows
}

const QUOTED = `select tender_id as "tenderId" from quotation where supplier_id = $1 and tender_id = any($2::int8[]) and withdrawn_at is null`
/** Those of a list in which a supplier has quoted. */
export const quotedIn = async (db: Db, supplierId: number, tenderIds: readonly number[]): Promise<Set<number>> =>
  new Set((await run<{ tenderId: number }>(db, QUOTED, [supplierId, tenderIds])).map((r) => r.tenderId))

export interface OutcomeRow {
  id: number
  title: string
  method: TenderMethod
  awardedAt: Date
  supplier: string
  amountFen: number
}
/** Who learns an outcome: the house all, people from outside what was announced to the public, suppliers also where they took part (decision 042). */
export type Told = 'all' | 'public' | { supplierId: number }
const toldTo = (told: Told): RawBuilder<unknown> => {
  if (told === 'all') return sql`true`
  if (told === 'public') return sql`t.method = 'public'`
  return sql`(t.method = 'public' or t.id in (select tender_id from quotation where supplier_id = ${told.supplierId} and withdrawn_at is null))`
}

/** Who won what, the latest first. */
export async function outcomes(db: Db, told: Told, f: { keyword?: string | undefined; page: number; size: number }): Promise<{ items: OutcomeRow[]; total: number }> {
  const where = sql`t.state = 'awarded' and ${toldTo(told)} and ${f.keyword ? matches(f.keyword) : sql`true`}`
  const items = await sql<OutcomeRow>`select t.id, t.title, t.method, t.state_at as "awardedAt", s.name as supplier, q.amount_fen as "amountFen"
    from (select * from tender t where ${where} order by t.state_at desc, t.id desc limit ${f.size} offset ${f.page * f.size}) t
    join quotation q on q.id = t.quotation_id join supplier s on s.id = q.supplier_id order by t.state_at desc, t.id desc`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total from (select 1 from tender t where ${where} limit ${COUNTED + 1}) c`.execute(db)
  return { items: items.rows, total: counted.rows[0]?.total ?? 0 }
}
