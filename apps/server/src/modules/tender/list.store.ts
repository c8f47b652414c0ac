import type { TenderMethod, TenderState } from '@portal/contract/tender/tender'
import type { TenderFilters } from '@portal/contract/tender/calls'
import { sql } from 'kysely'
import { run, type Db } from '../../kernel/db.ts'
import {
  countByState,
  findMeaning,
  readPage,
  walkList,
  type Condition,
  type List,
  type Restriction,
} from '../../kernel/list.store.ts'
import { numberIn } from '../../kernel/search.rules.ts'
import { JOINS, ROW, type TenderRow } from './tender.store.ts'

/**
 * The tenders of a list: all for the office, those a supplier may know of, or those of a person's purchases
 * and committees.
 */
export type Scope = { all: true } | { supplierId: number; approved: boolean } | { personId: number }

function findScope(scope: Scope): Condition {
  if ('all' in scope) return sql`true`
  if ('personId' in scope) {
    return sql`t.id in (select x.id from tender x join purchase p on p.id = x.purchase_id
        where p.requester_id = ${scope.personId}
        union select m.tender_id from tender_member m join tender x on x.id = m.tender_id
        where m.user_id = ${scope.personId} and x.opened_at is not null)`
  }
  return sql`t.announced_at is not null
    and (${scope.approved ? sql`t.method = 'public'` : sql`false`}
      or t.id in (select tender_id from tender_invitation where supplier_id = ${scope.supplierId})
      or t.id in (select tender_id from quotation where supplier_id = ${scope.supplierId}))`
}

const tenders: List = { table: 'tender', as: 't', row: ROW, joins: JOINS, called: true }

/** Matches the number or the title. */
const findMeant = (keyword: string) =>
  findMeaning(tenders, keyword, [sql`select id from tender where id = ${numberIn(keyword, 'zb')}`])

/** The filters of a list. */
export interface Narrowed extends Pick<
  TenderFilters,
  'keyword' | 'state' | 'method' | 'scope' | 'purchaseId'
> {
  /** The days of the filter as instants in the campus time zone. */
  fromAt: Date | null
  untilAt: Date | null
  /** The present moment: suppliers may quote before the opening time. */
  now: Date
}
function makeWhere(scope: Scope, f: Narrowed): Restriction[] {
  const all: Restriction[] = [findScope(scope)]
  if (f.state) all.push(sql`t.state = ${f.state}`)
  if (f.method) all.push(sql`t.method = ${f.method}`)
  if (f.fromAt) all.push(sql`t.opens_at >= ${f.fromAt}`)
  if (f.untilAt) all.push(sql`t.opens_at < ${f.untilAt}`)
  if (f.scope === 'open') all.push(sql`t.state = 'announced' and t.opens_at > ${f.now}`)
  if (f.scope === 'mine')
    all.push(
      'supplierId' in scope
        ? sql`t.id in (select tender_id from quotation where supplier_id = ${scope.supplierId})`
        : sql`false`,
    )
  if (f.purchaseId) all.push(sql`t.purchase_id = ${f.purchaseId}`)
  if (f.keyword) all.push(findMeant(f.keyword))
  return all
}

export const list = (db: Db, scope: Scope, wanted: Narrowed & { page: number; size: number }) =>
  readPage<TenderRow>(db, tenders, makeWhere(scope, wanted), wanted)

/** The whole list, newest first. */
export const walk = (db: Db, scope: Scope, wanted: Narrowed) =>
  walkList<TenderRow>(db, tenders, makeWhere(scope, wanted))

export const countStates = (db: Db, scope: Scope) =>
  countByState<TenderState>(db, tenders, [findScope(scope)])

const QUOTED = `select tender_id as "tenderId" from quotation
  where supplier_id = $1 and tender_id = any($2::int8[]) and withdrawn_at is null`
/** Tenders of a list in which a supplier has a quotation. */
export const findQuoted = async (
  db: Db,
  supplierId: number,
  tenderIds: readonly number[],
): Promise<Set<number>> =>
  new Set((await run<{ tenderId: number }>(db, QUOTED, [supplierId, tenderIds])).map((r) => r.tenderId))

export interface OutcomeRow {
  id: number
  title: string
  method: TenderMethod
  awardedAt: Date
  supplier: string
  amountFen: number
}
/**
 * Who learns outcomes: campus people all, other people those of public tenders, suppliers also those of
 * tenders in which they quoted (decision 042).
 */
export type Told = 'all' | 'public' | { supplierId: number }
const toldTo = (told: Told): Condition => {
  if (told === 'all') return sql`true`
  if (told === 'public') return sql`t.method = 'public'`
  return sql`(t.method = 'public'
      or t.id in (select tender_id from quotation
        where supplier_id = ${told.supplierId} and withdrawn_at is null))`
}

const awards: List = {
  table: 'tender',
  as: 't',
  order: 't.state_at desc, t.id desc',
  row: 't.id, t.title, t.method, t.state_at as "awardedAt", s.name as supplier, q.amount_fen as "amountFen"',
  joins: 'join quotation q on q.id = t.quotation_id join supplier s on s.id = q.supplier_id',
}
/** Winners, latest first. */
export const listOutcomes = (
  db: Db,
  told: Told,
  f: { keyword?: string | undefined; page: number; size: number },
) =>
  readPage<OutcomeRow>(
    db,
    awards,
    [sql`t.state = 'awarded'`, toldTo(told), ...(f.keyword ? [findMeant(f.keyword)] : [])],
    f,
  )
