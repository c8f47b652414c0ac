import type { Matter, MatterRow } from '@portal/contract/finance-report/finance-report'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { Period } from './period.rules.ts'
import type { VoucherRow } from './voucher.rules.ts'

export interface Closed {
  month: string
  closedAt: Date
  closedBy: string | null
  warnings: MatterRow[]
}
const MONTH = `to_char(m.month, 'YYYY-MM') as month, m.closed_at as "closedAt", u.name as "closedBy",
  m.warnings`
const CLOSED = `select ${MONTH} from finance_month m left join user_account u on u.id = m.closed_by
  where extract(year from m.month) = $1 order by m.month desc`
export const closedIn = (db: Db, year: number) => run<Closed>(db, CLOSED, [year])
const FIND = `select ${MONTH} from finance_month m left join user_account u on u.id = m.closed_by
  where m.month = ($1 || '-01')::date`
export const find = async (db: Db, month: string): Promise<Closed | undefined> =>
  (await run<Closed>(db, FIND, [month]))[0]
const BETWEEN = `select to_char(month, 'YYYY-MM') as month from finance_month
  where begins_at >= $1 and ends_at <= $2 order by month`
/** Closed months that lie entirely within a period. */
export const closedBetween = async (db: Db, { from, until }: Period): Promise<string[]> =>
  (await run<{ month: string }>(db, BETWEEN, [from, until])).map((m) => m.month)

const BOOKS = `select
    coalesce((select to_char(min(month), 'YYYY-MM') from finance_month),
      to_char(least((select min(at) from finance_entry), (select min(at) from ledger_entry)) at time zone $1,
        'YYYY-MM')) as first,
    (select to_char(max(month), 'YYYY-MM') from finance_month) as "lastClosed"`
/**
 * `first`: the first closed month or, without one, the first
 * month with an entry. `lastClosed`: the last closed month.
 */
export const books = async (
  db: Db,
  zone: string,
): Promise<{ first: string | null; lastClosed: string | null }> =>
  (await run<{ first: string | null; lastClosed: string | null }>(db, BOOKS, [zone]))[0] ?? {
    first: null,
    lastClosed: null,
  }

/**
 * Blocks postings and other closings while a month is being closed; they wait for the end of the transaction.
 */
export const lock = (ctx: Ctx) => run(ctx.db, `select pg_advisory_xact_lock(hashtext('finance_month'))`, [])

// ── What is open ─────────────────────────────────────────────────────────────

const SHOWN = 20
const settlements = (condition: string) => `
  select id, total_fen as fen, 'settlement' as of from settlement where ${condition}`
const orders = (condition: string) => `
  select id, total_fen as fen, 'test_order' as of from test_order where ${condition}`
const MATTERS: Record<Exclude<Matter, 'shares' | 'unpaid'>, string> = {
  finance: settlements(`state = 'awaiting_finance' and state_at < $1`),
  reversal: settlements(`state = 'awaiting_reversal' and state_at < $1`),
  write_off: orders(`state = 'confirmed' and proposed = 'write_off' and proposed_at < $1`),
  unconfirmed: orders(
    `state in ('draft', 'awaiting_director', 'awaiting_booker', 'awaiting_payer')
      and coalesce(lower(actual), created_at) < $1`,
  ),
  card_owner: settlements(`state = 'awaiting_card_owner' and state_at < $1`),
  remittance: settlements(`state = 'awaiting_remittance' and state_at < $1`),
  refund: settlements(`state = 'reversed' and way = 'offline' and state_at < $1`),
}
const COUNTED = (
  rows: string,
) => `with r as (${rows}) select count(*)::int as count, coalesce(sum(fen), 0)::int8 as "amountFen",
    coalesce((select jsonb_agg(jsonb_build_object('of', f.of, 'id', f.id))
      from (select * from r order by id limit ${SHOWN}) f), '[]')
      as rows from r`
/** Matters that were open before an instant and still are. */
export async function open(db: Db, until: Date): Promise<MatterRow[]> {
  const found: MatterRow[] = []
  for (const [code, rows] of Object.entries(MATTERS)) {
    const [m] = await run<Omit<MatterRow, 'code'>>(db, COUNTED(rows), [until])
    if (m && m.count > 0) found.push({ code: code as Matter, ...m })
  }
  return found
}
const GENERAL = `select 1 from finance_share where year = $1 and dept_id is null and category_id is null`
export const hasShares = async (db: Db, year: number): Promise<boolean> =>
  (await run(db, GENERAL, [year])).length > 0

// ── Closing ──────────────────────────────────────────────────────────────────

/** Who closes the month, and when. */
export interface Closing {
  db: Db
  now: Date
  userId: number | null
}
const CLOSE = `insert into finance_month (month, begins_at, ends_at, closed_at, closed_by, warnings)
  values (($1 || '-01')::date, $2, $3, $4, $5, $6)`
export const close = (
  { db, now, userId }: Closing,
  month: string,
  { from, until }: Period,
  warnings: readonly MatterRow[],
) => run(db, CLOSE, [month, from, until, now, userId, JSON.stringify(warnings)])

export interface Line {
  key: string
  name: string
  figures: object
}
const KEEP = `insert into finance_snapshot (month, report, key, name, figures)
  select ($1 || '-01')::date, $2, r ->> 'key', r ->> 'name', r -> 'figures'
    from jsonb_array_elements($3::jsonb) r`
export const keep = (db: Db, month: string, report: string, lines: readonly Line[]) =>
  run(db, KEEP, [month, report, JSON.stringify(lines)])
const KEPT = `select key, name, figures from finance_snapshot where month = ($1 || '-01')::date
  and report = $2 order by key`
export const kept = (db: Db, month: string, report: string) => run<Line>(db, KEPT, [month, report])
const REPORTS = `select report, count(*)::int as rows from finance_snapshot where month = ($1 || '-01')::date
  group by report order by report`
export const reports = (db: Db, month: string) => run<{ report: string; rows: number }>(db, REPORTS, [month])

const HISTORY = 'select finance_post_history() as rows'
/** Posts entries for what happened before the journal existed. Posts nothing twice. */
export const postHistory = (db: Db) => run<{ rows: number }>(db, HISTORY, [])

// ── Vouchers ─────────────────────────────────────────────────────────────────

const VOUCHERS = `
  with s as (
    select settlement_id, kind, at, bool_or(late) as late, way, lab_id, dept_id, payer_id, payer_dept_id,
      sum(amount_fen)::int8 as fen
    from finance_entry where kind in ('received', 'reversed', 'refunded') and at >= $1 and at < $2
    group by settlement_id, kind, at, way, lab_id, dept_id, payer_id, payer_dept_id),
  whole as (select s.*, count(*) over (partition by settlement_id, kind) as pieces from s)
  select w.at, w.kind, w.late, w.settlement_id as "settlementId", w.way, t.posting_number as "postingNumber",
    t.refund_number as "refundNumber", t.voucher_number as remittance, c.number as card,
    case when w.pieces > 1 or h.amount_fen is null then w.fen
      else sign(w.fen) * h.amount_fen end::int8 as "amountFen", p.name as payer, pd.name as "payerDept",
      l.name as lab, d.name as dept
  from whole w join settlement t on t.id = w.settlement_id join user_account p on p.id = w.payer_id
    join lab l on l.id = w.lab_id join dept d on d.id = w.dept_id left join dept pd on pd.id = w.payer_dept_id
    left join settlement_share h on h.settlement_id = w.settlement_id and w.pieces = 1
    left join fund_card c on c.id = h.card_id
  order by w.at, w.settlement_id, w.kind, c.number`
/**
 * One line for each card of each settlement, or one for each department if a settlement belongs to several.
 */
export const vouchers = (db: Db, { from, until }: Period) => run<VoucherRow>(db, VOUCHERS, [from, until])
