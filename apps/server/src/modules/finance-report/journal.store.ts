import type { EntryKind, Fee, ReportKey, Sums } from '@portal/contract/finance-report/finance-report'
import type { PayWay } from '@portal/contract/settlement/settlement'
import { sql, type RawBuilder } from 'kysely'
import { run, type Db } from '../../kernel/db.ts'
import { joinConditions, type Condition } from '../../kernel/list.store.ts'

// Sums of the journal of finance (decision 070), which triggers write. The conditions are built, as with
// lists.

export interface Period {
  from: Date
  until: Date
  zone: string
}
/** Whose money. */
export interface Within {
  labIds: readonly number[] | null
  payerId: number | null
  /** Of cards. */
  ownerId: number | null
}
/** What a row of a table leads to. */
export interface Narrowed {
  labId?: number | undefined
  deptId?: number | undefined
  deviceId?: number | undefined
  payerId?: number | undefined
  payerDeptId?: number | undefined
  fee?: string | undefined
  way?: string | undefined
  tier?: string | undefined
}

export const any = (ids: readonly number[]) => sql`any(${ids}::int8[])`
/** Whose rows. */
export function within(w: Within): Condition[] {
  const all: Condition[] = []
  if (w.labIds) all.push(sql`e.lab_id = ${any(w.labIds)}`)
  if (w.payerId !== null) all.push(sql`e.payer_id = ${w.payerId}`)
  return all
}
function narrowed(n: Narrowed): Condition[] {
  const all: Condition[] = []
  const columns = {
    labId: 'lab_id',
    deptId: 'dept_id',
    deviceId: 'device_id',
    payerId: 'payer_id',
    fee: 'fee',
    way: 'way',
    tier: 'tier',
  } as const
  for (const [name, column] of Object.entries(columns)) {
    const value = n[name as keyof typeof columns]
    if (value !== undefined) all.push(sql`${sql.ref(`e.${column}`)} = ${value}`)
  }
  if (n.payerDeptId !== undefined) all.push(sql`coalesce(e.payer_dept_id, 0) = ${n.payerDeptId}`)
  return all
}
const inPeriod = ({ from, until }: Period): Condition => sql`e.at >= ${from} and e.at < ${until}`

const of = (condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(e.amount_fen) filter (where ${condition}), 0)::int8`
/** What rows of the journal come to. */
export const SUMS = sql`${of(sql`e.kind = 'billed' and not e.late`)} as "billedFen",
  ${of(sql`e.kind = 'billed' and e.late`)} as "lateBilledFen",
  ${of(sql`e.kind = 'received'`)} as "receivedFen",
  ${of(sql`e.kind = 'reversed' and not e.late`)} as "reversedFen",
  ${of(sql`e.kind = 'reversed' and e.late`)} as "lateFen",
  ${of(sql`e.kind in ('received', 'reversed')`)} as "netFen",
  ${of(sql`e.kind = 'refunded'`)} as "refundedFen",
  ${of(sql`e.kind = 'written_off'`)} as "writtenOffFen"`

export async function sum(db: Db, period: Period, w: Within, n: Narrowed = {}): Promise<Sums> {
  const { rows } = await sql<Sums>`select ${SUMS} from finance_entry e
    where ${joinConditions([inPeriod(period), ...within(w), ...narrowed(n)])}`.execute(db)
  return rows[0] as Sums // an aggregate without groups has one row
}

/** What settlements by cards came to, less what was reversed. */
export async function sumByCard(db: Db, period: Period, w: Within): Promise<number> {
  const { rows } = await sql<{
    fen: number
  }>`select coalesce(sum(e.amount_fen), 0)::int8 as fen from finance_entry e
    where e.kind in ('received', 'reversed') and e.way = 'fund_card'
      and ${joinConditions([inPeriod(period), ...within(w)])}`.execute(db)
  return rows[0]?.fen ?? 0
}

const keys: Record<
  Exclude<ReportKey, 'month'>,
  { column: string; name: RawBuilder<unknown>; join: RawBuilder<unknown> }
> = {
  dept: { column: 'dept_id', name: sql`d.name`, join: sql`left join dept d on d.id = c.key::int8` },
  lab: { column: 'lab_id', name: sql`l.name`, join: sql`left join lab l on l.id = c.key::int8` },
  device: {
    column: 'device_id',
    name: sql`v.name, v.serial_id as "serialId", l.name as lab`,
    join: sql`left join device v on v.id = c.key::int8 left join lab l on l.id = v.lab_id`,
  },
  payer: { column: 'payer_id', name: sql`p.name`, join: sql`left join user_account p on p.id = c.key::int8` },
  payerDept: {
    column: 'payer_dept_id',
    name: sql`d.name`,
    join: sql`left join dept d on d.id = c.key::int8`,
  },
  fee: { column: 'fee', name: sql`null as name`, join: sql`` },
  way: { column: 'way', name: sql`null as name`, join: sql`` },
  tier: { column: 'tier', name: sql`null as name`, join: sql`` },
}

export interface TableRow extends Sums {
  key: string
  name: string | null
  serialId?: string
  lab?: string
}
export interface Cut {
  by: ReportKey
  /** A field of the sums, or the key. */
  order: string
  descending: boolean
  page: number
  size: number
}
export async function table(
  db: Db,
  period: Period,
  w: Within,
  n: Narrowed,
  { by, order, descending, page, size }: Cut,
): Promise<{ rows: TableRow[]; total: number }> {
  const key =
    by === 'month'
      ? sql`to_char(e.at at time zone ${period.zone}, 'YYYY-MM')`
      : sql`coalesce(${sql.ref(`e.${keys[by].column}`)}::text, '')`
  const where = joinConditions([
    inPeriod(period),
    ...within(w),
    ...narrowed(n),
    // How it was paid is known of what was paid only.
    ...(by === 'way' ? [sql`e.way is not null`] : []),
  ])
  const { rows } = await sql<TableRow & { total: number }>`
    with sums as (select ${key} as key, ${SUMS} from finance_entry e where ${where} group by 1),
    cut as (select *, count(*) over ()::int as total from sums
      order by ${sql.ref(order)} ${sql.raw(descending ? 'desc' : 'asc')}, key
        limit ${size} offset ${page * size})
    select c.*, ${by === 'month' ? sql`null as name` : keys[by].name}
    from (select nullif(key, '') as key, ${sql.raw(AMOUNTS)}, total from cut) c
      ${by === 'month' ? sql`` : keys[by].join}
    order by ${sql.ref(`c.${order}`)} ${sql.raw(descending ? 'desc' : 'asc')}, c.key`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}
const AMOUNTS = `"billedFen", "lateBilledFen", "receivedFen", "reversedFen", "lateFen", "netFen", "refundedFen", "writtenOffFen"`

export interface EntryRow {
  id: number
  at: Date
  kind: EntryKind
  late: boolean
  originAt: Date
  testOrderId: number
  settlementId: number | null
  way: PayWay | null
  fee: Fee
  amountFen: number
  deviceId: number
  deviceName: string
  labId: number
  labName: string
  deptId: number
  deptName: string
  payerId: number
  payerName: string
}
export interface EntriesWanted extends Narrowed {
  kind?: string | undefined
  late?: boolean | undefined
}
const entriesOf = (period: Period, w: Within, n: EntriesWanted, more: readonly Condition[] = []): Condition =>
  joinConditions([
    inPeriod(period),
    ...within(w),
    ...narrowed(n),
    ...(n.kind === undefined ? [] : [sql`e.kind = ${n.kind}`]),
    ...(n.late === undefined ? [] : [sql`e.late = ${n.late}`]),
    ...more,
  ])
/** `exactAt` is what a Date has no room for: its microseconds. */
type Read = EntryRow & { exactAt: string }
async function read(db: Db, where: Condition, size: number, offset = 0): Promise<Read[]> {
  const { rows } = await sql<Read>`
    with e as (select * from finance_entry e where ${where} order by e.at desc, e.id desc
      limit ${size} offset ${offset})
    select e.id, e.at, e.at::text as "exactAt", e.kind, e.late, e.origin_at as "originAt",
      e.test_order_id as "testOrderId", e.settlement_id as "settlementId", e.way, e.fee,
      e.amount_fen as "amountFen", e.device_id as "deviceId", v.name as "deviceName", e.lab_id as "labId",
      l.name as "labName", e.dept_id as "deptId", d.name as "deptName", e.payer_id as "payerId",
      p.name as "payerName"
    from e join device v on v.id = e.device_id join lab l on l.id = e.lab_id join dept d on d.id = e.dept_id
      join user_account p on p.id = e.payer_id
    order by e.at desc, e.id desc`.execute(db)
  return rows
}

/** The rows behind a sum, the latest first. */
export async function entries(
  db: Db,
  period: Period,
  w: Within,
  n: EntriesWanted,
  { page, size }: { page: number; size: number },
): Promise<{ rows: EntryRow[]; total: number; sumFen: number }> {
  const where = entriesOf(period, w, n)
  const rows = await read(db, where, size, page * size)
  const counted = await sql<{ n: number; fen: number }>`select count(*)::int as n,
    coalesce(sum(e.amount_fen), 0)::int8 as fen from finance_entry e where ${where}`.execute(db)
  return { rows, total: counted.rows[0]?.n ?? 0, sumFen: counted.rows[0]?.fen ?? 0 }
}

const CHUNK = 1000
/** All of them, by key: the millionth costs as much as the first. */
export async function* walkEntries(
  db: Db,
  period: Period,
  w: Within,
  n: EntriesWanted,
): AsyncGenerator<EntryRow> {
  for (let last: Read | undefined; ;) {
    const after = last ? [sql`(e.at, e.id) < (${last.exactAt}::timestamptz, ${last.id}::int8)`] : []
    const rows: Read[] = await read(db, entriesOf(period, w, n, after), CHUNK)
    yield* rows
    last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
  }
}

const DIRECTED = `select array(select lab_id from lab_member where user_id = $1
  and role = 'lab_director') as ids`
export const directedLabs = async (db: Db, userId: number): Promise<number[]> =>
  (await run<{ ids: number[] }>(db, DIRECTED, [userId]))[0]?.ids ?? []
