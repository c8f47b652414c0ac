import type { Aged } from '@portal/contract/finance-report/finance-report'
import type { TestOrderState } from '@portal/contract/test-order/test-order'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db.ts'
import { joinConditions, readCarried, type At, type Condition } from '../../kernel/list.store.ts'
import { within, type Within } from './journal.store.ts'
import type { Cutoff } from './period.rules.ts'

// What was billed by an instant and not paid then. Such orders are unpaid now, or have entries since that
// instant: only these are added up, however long the journal is.

const candidates = (until: Date) => sql`
  select id from test_order where state in ('confirmed', 'in_settlement')
  union select test_order_id from finance_entry where at >= ${until}`
/** What is owed by the entries `e` of one order, in fen. */
const OWED = sql`sum(case when e.kind in ('billed', 'written_off') then e.amount_fen
  when e.kind in ('received', 'reversed') then -e.amount_fen else 0 end)`
/** Orders with their payer and the amount owed. */
const owed = (until: Date, w: Within): Condition => sql`
  select e.test_order_id as id, e.payer_id, min(e.origin_at) filter (where e.kind = 'billed') as billed_at,
    ${OWED}::int8 as fen
  from (${candidates(until)}) c (id) cross join lateral (
    select * from finance_entry e where e.test_order_id = c.id and e.at < ${until}
      and ${joinConditions(within(w))} offset 0) e
  group by e.test_order_id, e.payer_id
  having ${OWED} <> 0`

const age = ({ until, agedUntil = until }: Cutoff) =>
  sql`floor(extract(epoch from ${agedUntil}::timestamptz - o.billed_at) / 86400)`
const AGED = (cutoff: Cutoff) => sql`count(*)::int as orders, coalesce(sum(o.fen), 0)::int8 as "totalFen",
  coalesce(sum(o.fen) filter (where ${age(cutoff)} <= 30), 0)::int8 as d30,
  coalesce(sum(o.fen) filter (where ${age(cutoff)} between 31 and 90), 0)::int8 as d90,
  coalesce(sum(o.fen) filter (where ${age(cutoff)} between 91 and 180), 0)::int8 as d180,
  coalesce(sum(o.fen) filter (where ${age(cutoff)} > 180), 0)::int8 as older`

export async function sumOwed(db: Db, cutoff: Cutoff, w: Within): Promise<Aged> {
  const { rows } = await sql<Aged>`select ${AGED(cutoff)} from (${owed(cutoff.until, w)}) o`.execute(db)
  return rows[0] as Aged // an aggregate without groups has one row
}

interface PayerSums extends Aged {
  id: number
}
export interface PayerRow extends PayerSums {
  name: string
  dept: string | null
}
/** A page of payers, the largest debt first. */
export async function sumPayers(
  db: Db,
  cutoff: Cutoff,
  w: Within,
  at: At,
): Promise<{ rows: PayerSums[]; total: number }> {
  const read = async ({ page, size }: At) =>
    (
      await sql<PayerSums & { total: number }>`
    with o as (${owed(cutoff.until, w)})
    select o.payer_id as id, ${AGED(cutoff)}, count(*) over ()::int as total from o group by o.payer_id
    order by "totalFen" desc, id limit ${size} offset ${page * size}`.execute(db)
    ).rows
  return readCarried(at, read, (r) => r.total)
}
/** The same payers with their present names, in the same order. */
export async function namePayers(db: Db, sums: readonly PayerSums[]): Promise<PayerRow[]> {
  const { rows } = await sql<Pick<PayerRow, 'id' | 'name' | 'dept'>>`
    select p.id, p.name, d.name as dept from user_account p left join dept d on d.id = p.dept_id
    where p.id = any (${sums.map((r) => r.id)}::int8[])`.execute(db)
  const names = new Map(rows.map((r) => [r.id, r]))
  return sums.map((r) => ({ ...r, name: names.get(r.id)?.name ?? '', dept: names.get(r.id)?.dept ?? null }))
}

export interface UnpaidRow {
  id: number
  deviceId: number
  deviceName: string
  labId: number
  labName: string
  payerId: number
  payerName: string
  billedAt: Date
  days: number
  amountFen: number
  state: TestOrderState
  settlementId: number | null
}
/** Unpaid orders, the oldest first. */
export async function unpaid(
  db: Db,
  cutoff: Cutoff,
  w: Within,
  { payerId, ...at }: At & { payerId?: number | undefined },
): Promise<{ rows: UnpaidRow[]; total: number }> {
  const ofPayer = payerId === undefined ? sql`true` : sql`o.payer_id = ${payerId}`
  const read = async ({ page, size }: At) =>
    (
      await sql<UnpaidRow & { total: number }>`
    with o as (${owed(cutoff.until, w)}), cut as (
      select o.*, t.device_id, t.lab_id, t.state, t.settlement_id, count(*) over ()::int as total
      from o join test_order t on t.id = o.id where ${ofPayer} order by o.billed_at, o.id
        limit ${size} offset ${page * size})
    select o.id, o.device_id as "deviceId", v.name as "deviceName", o.lab_id as "labId", l.name as "labName",
      o.payer_id as "payerId", p.name as "payerName", o.billed_at as "billedAt", ${age(cutoff)}::int as days,
      o.fen as "amountFen", o.state, o.settlement_id as "settlementId", o.total
    from cut o join device v on v.id = o.device_id join lab l on l.id = o.lab_id
      join user_account p on p.id = o.payer_id
    order by o.billed_at, o.id`.execute(db)
    ).rows
  return readCarried(at, read, (r) => r.total)
}

/** Amount of remittances that were reversed and not refunded by then, in fen. */
export async function toRefund(db: Db, until: Date, w: Within): Promise<number> {
  const { rows } = await sql<{ fen: number }>`
    select coalesce(sum(case e.kind when 'reversed' then -e.amount_fen else e.amount_fen end), 0)::int8 as fen
    from settlement s join finance_entry e on e.settlement_id = s.id
    where s.state in ('reversed', 'refunded') and s.way = 'offline' and e.kind in ('reversed', 'refunded')
      and e.at < ${until}
      and ${joinConditions(within(w))}`.execute(db)
  return rows[0]?.fen ?? 0
}
