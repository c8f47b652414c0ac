import type { EntryKind, Fee, ReportKey, Sums } from '@portal/contract/finance-report/finance-report'
import type { PayWay } from '@portal/contract/settlement/settlement'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db.ts'
import {
  any,
  joinConditions,
  readCarried,
  walkChunks,
  type At,
  type Condition,
} from '../../kernel/list.store.ts'
import type { Period } from './period.rules.ts'
import { countBy, inPeriod, sumsBy, type Column, type Selection } from './sums.store.ts'

// The journal of finance (decision 070), which triggers write, and
// its sums. The conditions are built dynamically, as for lists.

/** Limits the rows to laboratories, a payer, or an owner of cards; null: no limit. */
export interface Within {
  labIds: readonly number[] | null
  payerId: number | null
  /** Owner of the cards. */
  ownerId: number | null
}
/** Filters that a row of a table leads to. */
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

export const NO_SUMS: Sums = {
  billedFen: 0,
  lateBilledFen: 0,
  receivedFen: 0,
  reversedFen: 0,
  lateFen: 0,
  netFen: 0,
  refundedFen: 0,
  writtenOffFen: 0,
}
const AMOUNTS = Object.keys(NO_SUMS)
  .map((name) => `"${name}"`)
  .join(', ')

/** Conditions for the rows that these limits permit. */
export function within(w: Within): Condition[] {
  const all: Condition[] = []
  if (w.labIds) all.push(sql`e.lab_id = ${any(w.labIds)}`)
  if (w.payerId !== null) all.push(sql`e.payer_id = ${w.payerId}`)
  return all
}
const NARROWED = {
  labId: 'lab_id',
  deptId: 'dept_id',
  deviceId: 'device_id',
  payerId: 'payer_id',
  payerDeptId: 'payer_dept_id',
  fee: 'fee',
  way: 'way',
  tier: 'tier',
} as const satisfies Record<keyof Narrowed, Column>
const narrowings = Object.keys(NARROWED) as (keyof Narrowed)[]
function narrowed(n: Narrowed): Condition[] {
  const all: Condition[] = []
  for (const name of narrowings) {
    if (n[name] === undefined) continue
    const column = sql.ref(`e.${NARROWED[name]}`)
    all.push(name === 'payerDeptId' ? sql`coalesce(${column}, 0) = ${n[name]}` : sql`${column} = ${n[name]}`)
  }
  return all
}
/** Only the filters of a query. */
export const pickNarrowing = (n: Narrowed): Narrowed =>
  Object.fromEntries(narrowings.filter((name) => n[name] !== undefined).map((name) => [name, n[name]]))

/** The conditions for limits and filters, and the columns they need. */
export const selected = (w: Within, n: Narrowed, more: readonly Condition[] = []): Selection => ({
  columns: [
    ...(w.labIds ? (['lab_id'] as const) : []),
    ...(w.payerId === null ? [] : (['payer_id'] as const)),
    ...narrowings.filter((name) => n[name] !== undefined).map((name) => NARROWED[name]),
  ],
  where: [...within(w), ...narrowed(n), ...more],
})

/** Only payments have a way of payment; other entries are in no row of that table. */
const coveredBy = (by: ReportKey | undefined): Selection =>
  by === 'way' ? { columns: ['way'], where: [sql`e.way <> ''`] } : { columns: [], where: [] }

/** Sums of a period. `by`: the sums of exactly the entries that are in the rows of that table. */
export async function sum(
  db: Db,
  period: Period,
  w: Within,
  n: Narrowed = {},
  by?: ReportKey,
): Promise<Sums> {
  const covered = coveredBy(by)
  const { columns, where } = selected(w, n, covered.where)
  const of = { columns: [...columns, ...covered.columns], where }
  const { rows } = await sql<Sums>`with ${sumsBy('all', period, of)}
    select ${sql.raw(AMOUNTS)} from sums`.execute(db)
  return rows[0] ?? NO_SUMS
}
export async function sumMonths(db: Db, period: Period): Promise<Map<string, Sums>> {
  const { rows } = await sql<Sums & { month: string }>`
    with ${sumsBy('month', period, { columns: [], where: [] })}
    select key as month, ${sql.raw(AMOUNTS)} from sums`.execute(db)
  return new Map(rows.map(({ month, ...sums }) => [month, sums]))
}

/** Settlements paid by card, less reversals, in fen. */
export async function sumByCard(db: Db, period: Period, w: Within): Promise<number> {
  const paid = selected(w, { way: 'fund_card' }, [sql`e.kind in ('received', 'reversed')`])
  return (await count(db, period, paid)).fen
}
async function count(db: Db, period: Period, of: Selection): Promise<{ n: number; fen: number }> {
  const { rows } = await sql<{ n: number; fen: number }>`${countBy(period, of)}`.execute(db)
  return rows[0] ?? { n: 0, fen: 0 }
}

const keys: Record<
  Exclude<ReportKey, 'month'>,
  { column: Column; names: { columns: RawBuilder<unknown>; from: RawBuilder<unknown> } | null }
> = {
  dept: { column: 'dept_id', names: { columns: sql`n.name`, from: sql`dept n` } },
  lab: { column: 'lab_id', names: { columns: sql`n.name`, from: sql`lab n` } },
  device: {
    column: 'device_id',
    names: {
      columns: sql`n.name, n.serial_id as "serialId", l.name as lab`,
      from: sql`device n left join lab l on l.id = n.lab_id`,
    },
  },
  payer: { column: 'payer_id', names: { columns: sql`n.name`, from: sql`user_account n` } },
  payerDept: { column: 'payer_dept_id', names: { columns: sql`n.name`, from: sql`dept n` } },
  fee: { column: 'fee', names: null },
  way: { column: 'way', names: null },
  tier: { column: 'tier', names: null },
}

export interface CutRow extends Sums {
  /** Null: a payer of no department here. */
  key: string | null
}
export interface TableRow extends CutRow {
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
/**
 * A page of rows, and their total number. Without names, because the rows are cached and names may change.
 */
export async function cutTable(
  db: Db,
  period: Period,
  w: Within,
  n: Narrowed,
  { by, order, descending, ...at }: Cut,
): Promise<{ rows: CutRow[]; total: number }> {
  const column = by === 'month' ? by : keys[by].column
  const isWord = by === 'month' || keys[by].names === null
  const direction = sql.raw(descending ? 'desc' : 'asc')
  // Tens of thousands of instruments are sorted by one figure only; the other figures are read for the page.
  const ranking = by === 'device' ? { figures: [isFigure(order) ? order : ('netFen' as const)] } : null
  const shown = ranking ? sql.join(ranking.figures.map((f) => sql.ref(f))) : sql.raw(AMOUNTS)
  const read = async ({ page, size }: At) =>
    (
      await sql<CutRow & { total: number }>`
    with ${sumsBy(column, period, selected(w, n, coveredBy(by).where), ranking?.figures)}
    select ${isWord ? sql`key` : sql`nullif(key, 0)`}::text as key, ${shown},
      (select count(*) from sums)::int as total
    from (select * from sums order by ${sql.ref(order)} ${direction}, key
      limit ${size} offset ${page * size}) c
    order by ${sql.ref(`c.${order}`)} ${direction}, c.key`.execute(db)
    ).rows
  const { rows, total } = await readCarried(at, read, (r) => r.total)
  if (!ranking) return { rows: rows.map(({ total: _, ...r }) => r), total }
  const ids = rows.map((r) => Number(r.key))
  const { rows: whole } = await sql<CutRow>`
    with ${sumsBy(column, period, selected(w, n, [sql`e.device_id = ${any(ids)}`]))}
    select key::text as key, ${sql.raw(AMOUNTS)} from sums`.execute(db)
  const known = new Map(whole.map((r) => [r.key, r]))
  return { rows: rows.map(({ key }) => known.get(key) ?? { key, ...NO_SUMS }), total }
}
const isFigure = (order: string): order is keyof Sums => order in NO_SUMS

/** The same rows with their present names. */
export async function nameRows(db: Db, by: ReportKey, rows: readonly CutRow[]): Promise<TableRow[]> {
  const names = by === 'month' ? null : keys[by].names
  if (!names) return rows.map((r) => ({ ...r, name: null }))
  const ids = rows.flatMap((r) => (r.key === null ? [] : [Number(r.key)]))
  const found = await sql<Omit<TableRow, keyof Sums>>`select n.id::text as key, ${names.columns}
    from ${names.from} where n.id = ${any(ids)}`.execute(db)
  const known = new Map(found.rows.map((f) => [f.key, f]))
  return rows.map((r) => ({ name: null, ...known.get(r.key), ...r }))
}

/** A page of rows with their names. */
export async function table(
  db: Db,
  period: Period,
  w: Within,
  n: Narrowed,
  cut: Cut,
): Promise<{ rows: TableRow[]; total: number }> {
  const { rows, total } = await cutTable(db, period, w, n, cut)
  return { rows: await nameRows(db, cut.by, rows), total }
}

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
const listEntries = (w: Within, n: EntriesWanted): Selection =>
  selected(w, n, [
    ...(n.kind === undefined ? [] : [sql`e.kind = ${n.kind}`]),
    ...(n.late === undefined ? [] : [sql`e.late = ${n.late}`]),
  ])
/** `exactAt` keeps the microseconds, which a Date cannot hold. */
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

/** The entries behind a sum, the latest first, with their number and their sum in fen. */
export async function entries(
  db: Db,
  period: Period,
  w: Within,
  n: EntriesWanted,
  { page, size }: { page: number; size: number },
): Promise<{ rows: EntryRow[]; total: number; sumFen: number }> {
  const of = listEntries(w, n)
  const rows = await read(db, joinConditions([inPeriod(period), ...of.where]), size, page * size)
  const { n: total, fen } = await count(db, period, of)
  return { rows, total, sumFen: fen }
}

/** All of them, paged by key, so that the millionth row costs as much as the first. */
export const walkEntries = (db: Db, period: Period, w: Within, n: EntriesWanted): AsyncGenerator<EntryRow> =>
  walkChunks<Read>(
    (last, size) => {
      const after = last ? [sql`(e.at, e.id) < (${last.exactAt}::timestamptz, ${last.id}::int8)`] : []
      return read(db, joinConditions([inPeriod(period), ...listEntries(w, n).where, ...after]), size)
    },
    { size: 1000 },
  )
