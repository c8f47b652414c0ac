import type { SettlementFilters, SettlementWanted } from '@portal/contract/settlement/settlement'
import { sql } from 'kysely'
import { run, type Db } from '../../kernel/db.ts'
import {
  any,
  findMeaning,
  readPageWithSum,
  sortList,
  walkList,
  type List,
  type Restriction,
  type Scoping,
} from '../../kernel/list.store.ts'
import { numberIn } from '../../kernel/search.rules.ts'
import { JOINS, ROW, type SettlementRow } from './settlement.store.ts'

/** The settlements in a list: all, certain ones, or those that concern a person. */
export type Scope = { all: true } | { ids: readonly number[] } | { userId: number; labIds: readonly number[] }

function ofPerson(userId: number, labIds: readonly number[]): Scoping {
  const shares = sql`select h.settlement_id from fund_card c join settlement_share h on h.card_id = c.id
      where c.owner_id = ${userId}`
  return {
    ways: sql`s.id in (select id from settlement where starter_id = ${userId}
      union select id from settlement where payer_id = ${userId}
      union ${shares}
      union select id from settlement where lab_id = ${any(labIds)})`,
    fits: sql`(s.starter_id = ${userId} or s.payer_id = ${userId} or s.lab_id = ${any(labIds)}
      or s.id in (${shares}))`,
  }
}

function findScope(scope: Scope): Restriction {
  if ('all' in scope) return sql`true`
  return 'ids' in scope ? sql`s.id = ${any(scope.ids)}` : ofPerson(scope.userId, scope.labIds)
}

const settlements: List = {
  table: 'settlement',
  as: 's',
  row: ROW,
  joins: JOINS,
  named: [
    ['starter_id', 'user_account'],
    ['payer_id', 'user_account'],
  ],
}
/** Matches the settlement's number, its voucher number, or the name of the starter or payer. */
const findMeant = (keyword: string) =>
  findMeaning(settlements, keyword, [
    sql`select id from settlement where id = ${numberIn(keyword, 'js')}`,
    sql`select id from settlement where voucher_number = ${keyword}`,
  ])

/** The filter's days as instants in the campus's time zone. */
interface Span {
  fromAt: Date | null
  untilAt: Date | null
}

function makeWhere(scope: Scope, f: SettlementWanted & Span): Restriction[] {
  const all: Restriction[] = [findScope(scope)]
  if (f.state) all.push(sql`s.state = ${f.state}`)
  if (f.way) all.push(sql`s.way = ${f.way}`)
  if (f.labId) all.push(sql`s.lab_id = ${f.labId}`)
  if (f.payerId) all.push(sql`s.payer_id = ${f.payerId}`)
  if (f.cardId)
    all.push(sql`s.id in (select settlement_id from settlement_share where card_id = ${f.cardId})`)
  if (f.fromAt) all.push(sql`s.created_at >= ${f.fromAt}`)
  if (f.untilAt) all.push(sql`s.created_at < ${f.untilAt}`)
  if (f.uninvoiced)
    all.push(
      sql`s.state in ('awaiting_remittance', 'awaiting_finance', 'settled', 'awaiting_reversal')
        and s.id in (select settlement_id from settlement_invoice where invoice_number is null)`,
    )
  if (f.keyword) all.push(findMeant(f.keyword))
  return all
}

const SORTS = { id: 'id', totalFen: 'total_fen', stateAt: 'state_at' }
/** A page of rows, their number (as far as counted) and their sum in fen. */
export const list = (db: Db, scope: Scope, wanted: SettlementFilters & Span) =>
  readPageWithSum<SettlementRow>(
    db,
    sortList(settlements, wanted.order_by, SORTS),
    makeWhere(scope, wanted),
    wanted,
    'total_fen',
  )

const TO_REFUND = `select id from settlement where state = 'reversed' and way = 'offline' order by id`
/** Settlements whose remittance was reversed and is not paid back yet. */
export const listToRefund = async (db: Db): Promise<number[]> =>
  (await run<{ id: number }>(db, TO_REFUND, [])).map((s) => s.id)

/**
 * For each settlement of a page its cards and its voucher: the
 * accounting voucher or, before that exists, the remittance's.
 */
const BOOKS = `select s.id, coalesce((select string_agg(c.number, '、' order by h.card_id)
      from settlement_share h join fund_card c on c.id = h.card_id where h.settlement_id = s.id), '') as cards,
    coalesce(s.posting_number, s.voucher_number, '') as voucher
  from settlement s where s.id = any($1::int8[])`
export const readBooks = async (db: Db, settlementIds: readonly number[]) =>
  new Map(
    (await run<{ id: number; cards: string; voucher: string }>(db, BOOKS, [settlementIds])).map(
      ({ id, ...books }) => [id, books],
    ),
  )

/** What bookkeeping needs of a settlement; with several cards, each column lists them in the same order. */
export interface Booked extends SettlementRow {
  payerDept: string | null
  labDept: string
  voucherNumber: string | null
  postingNumber: string | null
  postedOn: string | null
  refundNumber: string | null
  invoiceTitle: string | null
  taxNumber: string | null
  invoiceNumber: string | null
  invoicedOn: string | null
  cardNumbers: string | null
  cardNames: string | null
  projectCodes: string | null
  cardAmounts: string | null
}
const joined = (what: string) => `string_agg(${what}, '；' order by h.card_id)`
const booked: List = {
  table: 'settlement',
  as: 's',
  row: `${ROW}, pd.name as "payerDept", ld.name as "labDept", s.voucher_number as "voucherNumber",
    s.posting_number as "postingNumber", s.posted_on as "postedOn", s.refund_number as "refundNumber",
    v.invoice_title as "invoiceTitle", v.tax_number as "taxNumber", v.invoice_number as "invoiceNumber",
    v.invoiced_on as "invoicedOn", h."cardNumbers", h."cardNames", h."projectCodes", h."cardAmounts"`,
  joins: `${JOINS} join dept ld on ld.id = l.dept_id left join dept pd on pd.id = py.dept_id
    left join settlement_invoice v on v.settlement_id = s.id
    cross join lateral (select ${joined('c.number')} as "cardNumbers", ${joined('c.name')} as "cardNames",
      ${joined(`coalesce(c.project_code, '—')`)} as "projectCodes",
      ${joined(`to_char(h.amount_fen / 100.0, 'FM9999999990.00')`)} as "cardAmounts"
      from settlement_share h join fund_card c on c.id = h.card_id where h.settlement_id = s.id) h`,
}
/** All matching settlements, for a file. */
export const walk = (db: Db, scope: Scope, f: SettlementWanted & Span) =>
  walkList<Booked>(db, booked, makeWhere(scope, f))
