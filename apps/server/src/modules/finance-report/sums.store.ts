import type { Sums } from '@portal/contract/finance-report/finance-report'
import { sql, type RawBuilder } from 'kysely'
import { joinConditions, type Condition } from '../../kernel/list.store.ts'
import { cutPieces } from '../../kernel/span.rules.ts'
import type { Months, Period } from './period.rules.ts'

// Chooses where finance's figures are read: whole months from the smallest table of sums (decision 089) that
// has all columns; the days at the edges, entries that are not folded yet, and what no table of sums has,
// from the journal. All in one statement, so that a concurrent fold neither drops nor doubles anything.

/** Columns of the tables of sums, the smallest table first. */
const SUMS_OF = {
  finance_campus_sum: ['dept_id', 'way', 'tier', 'fee'],
  finance_payer_sum: ['payer_id', 'payer_dept_id'],
  finance_lab_sum: ['lab_id', 'dept_id', 'way'],
  finance_device_sum: ['device_id', 'lab_id', 'dept_id'],
} as const
type Table = keyof typeof SUMS_OF
export type Column = (typeof SUMS_OF)[Table][number]
/** The tables with a row for each kind of entry and the number of entries. */
const COUNTED: readonly Table[] = ['finance_campus_sum', 'finance_payer_sum', 'finance_lab_sum']
/** Columns of finance_class_sum, which is used separately because it has the year of origin. */
const KNOWN_BY_CLASS: readonly Column[] = ['lab_id', 'dept_id']

/** Selects entries of the journal: conditions on `e`, and the columns they use. */
export interface Selection {
  columns: readonly Column[]
  where: readonly Condition[]
}
const tableFor = (needed: readonly Column[], tables: readonly Table[]): Table | undefined =>
  tables.find((t) => needed.every((c) => (SUMS_OF[t] as readonly Column[]).includes(c)))
const ALL_TABLES = Object.keys(SUMS_OF) as Table[]

/** The value of a column; 0 or '' if it is null, as in the sums. */
const findValue = (column: Column): RawBuilder<unknown> => {
  if (column === 'payer_dept_id') return sql`coalesce(e.payer_dept_id, 0)`
  if (column === 'way') return sql`coalesce(e.way, '')`
  return sql.ref(`e.${column}`)
}

// Added up as float8, which holds whole fen up to 2^53 exactly:
// PostgreSQL's sum of int8 is numeric and costs three times as much.
const of = (condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(e.amount_fen::float8) filter (where ${condition}), 0)::int8`
/** Figures from rows of the journal, or of sums by kind. */
const SUMS = sql`${of(sql`e.kind = 'billed' and not e.late`)} as "billedFen",
  ${of(sql`e.kind = 'billed' and e.late`)} as "lateBilledFen",
  ${of(sql`e.kind = 'received'`)} as "receivedFen",
  ${of(sql`e.kind = 'reversed' and not e.late`)} as "reversedFen",
  ${of(sql`e.kind = 'reversed' and e.late`)} as "lateFen",
  ${of(sql`e.kind = 'refunded'`)} as "refundedFen",
  ${of(sql`e.kind = 'written_off'`)} as "writtenOffFen"`
const DEVICE_SUMS = sql`e.billed_fen as "billedFen", e.late_billed_fen as "lateBilledFen",
  e.received_fen as "receivedFen", e.reversed_fen as "reversedFen", e.late_fen as "lateFen",
  e.refunded_fen as "refundedFen", e.written_off_fen as "writtenOffFen"`
const added = (name: keyof Sums) => {
  const of = name === 'netFen' ? sql`(x."receivedFen" + x."reversedFen" + x."lateFen")` : sql.ref(`x.${name}`)
  return sql`coalesce(sum(${of}::float8), 0)::int8 as ${sql.ref(name)}`
}
const EVERY: readonly (keyof Sums)[] = [
  'billedFen',
  'lateBilledFen',
  'receivedFen',
  'reversedFen',
  'lateFen',
  'netFen',
  'refundedFen',
  'writtenOffFen',
]

export const inPeriod = ({ from, until }: Period): Condition => sql`e.at >= ${from} and e.at < ${until}`
/** Whether the sums were made for this time zone; otherwise they cannot be used. */
const isFolded = (zone: string) => sql`exists (select from finance_fold f where f.zone = ${zone})`
const COLUMNS = sql.raw(
  `kind, late, at, origin_at, way, device_id, lab_id, dept_id, category_id, payer_id, payer_dept_id, tier,
    fee`,
)
/** Sums of instruments have no other columns, and exist by month, quarter and year. */
const OF_DEVICES = {
  month: 'finance_device_sum',
  quarter: 'finance_device_quarter',
  year: 'finance_device_year',
} as const
const DEVICE_FIGURES = [
  'entries',
  'billed_fen',
  'late_billed_fen',
  'received_fen',
  'reversed_fen',
  'late_fen',
  'refunded_fen',
  'written_off_fen',
] as const
const devicePieces = ({ from, until }: Months) =>
  sql.join(
    cutPieces([from, until]).map(({ length, days, taken }) => {
      const sign = taken ? sql`-` : sql``
      return sql`select device_id, lab_id, dept_id, ${sql.join(
        DEVICE_FIGURES.map((f) => sql`${sign}${sql.ref(f)} as ${sql.ref(f)}`),
      )} from ${sql.table(OF_DEVICES[length])}
        where ${sql.ref(length)} >= ${days[0]}::date and ${sql.ref(length)} < ${days[1]}::date`
    }),
    sql` union all `,
  )

/**
 * The parts of a period, each as `e`: the nearest months from the sums; from the journal the days that the
 * sums lack, the days that they have too many (with the sign turned), and the entries that are not folded.
 */
function listParts(
  period: Period,
  table: Table | 'finance_class_sum' | undefined,
  where: readonly Condition[],
  byMonth = true,
) {
  const { months, from, until, zone } = period
  const within = joinConditions([...where])
  const plain = (a: Date, b: Date) =>
    sql`(select ${COLUMNS}, amount_fen, 1 as n from finance_entry where at >= ${a} and at < ${b}) e
      where ${within}`
  if (!months || !table) return { withTail: sql``, sums: null, journal: [plain(from, until)] }
  const { beginsAt, endsAt } = months
  const upto = sql`coalesce((select f.entries_upto from finance_fold f where f.zone = ${zone}), 0)`
  const tooMany = (a: Date, b: Date) =>
    sql`(select ${COLUMNS}, -amount_fen as amount_fen, -1 as n from finance_entry
      where at >= ${a} and at < ${b} and id <= ${upto}) e where ${within}`
  const journal = [sql`tail e where ${within}`]
  if (from < beginsAt) journal.push(plain(from, beginsAt))
  if (beginsAt < from) journal.push(tooMany(beginsAt, from))
  if (endsAt < until) journal.push(plain(endsAt, until))
  if (until < endsAt) journal.push(tooMany(until, endsAt))
  const [after, before] = [from < beginsAt ? beginsAt : from, until < endsAt ? until : endsAt]
  return {
    // Ordered by id: otherwise PostgreSQL, which does not know
    // how few rows these are, reads all entries of the period.
    withTail: sql`tail as materialized (select ${COLUMNS}, amount_fen, 1 as n from finance_entry
      where id > ${upto} and at >= ${after} and at < ${before} order by id)`,
    sums:
      table === 'finance_device_sum' && !byMonth
        ? sql`(${devicePieces(months)}) e where ${isFolded(zone)} and ${within}`
        : sql`${sql.table(table)} e where e.month >= ${months.from}::date and e.month < ${months.until}::date
      and ${isFolded(zone)} and ${within}`,
    journal,
  }
}

/**
 * Rows of `key` and figures, as statements for `with`; the last one is called `sums`. Keys without an entry
 * in the period have no row, even if the sums of its months have one. `figures`: the figures to return.
 */
export function sumsBy(
  by: Column | 'month' | 'all',
  period: Period,
  { columns, where }: Selection,
  figures: readonly (keyof Sums)[] = EVERY,
): RawBuilder<unknown> {
  const needed = by === 'month' || by === 'all' ? columns : [by, ...columns]
  const table = tableFor(needed, ALL_TABLES)
  const { withTail, sums, journal } = listParts(period, table, where, by === 'month')
  const makeKey = (from: 'sums' | 'journal') => {
    if (by === 'all') return sql`0`
    if (by !== 'month') return findValue(by)
    return from === 'sums'
      ? sql`to_char(e.month, 'YYYY-MM')`
      : sql`to_char(e.at at time zone ${period.zone}, 'YYYY-MM')`
  }
  const parts = journal.map(
    (j) => sql`select ${makeKey('journal')} as key, sum(e.n) as n, ${SUMS} from ${j} group by 1`,
  )
  if (sums)
    parts.push(
      table === 'finance_device_sum'
        ? sql`select ${makeKey('sums')} as key, e.entries as n, ${DEVICE_SUMS} from ${sums}`
        : sql`select ${makeKey('sums')} as key, sum(e.entries) as n, ${SUMS} from ${sums} group by 1`,
    )
  return sql`${sums ? sql`${withTail}, ` : sql``}sums as (
    select x.key, ${sql.join(figures.map(added))} from (${sql.join(parts, sql` union all `)}) x group by 1
    having sum(x.n::float8) <> 0)`
}

/** Number of entries (`n`) and their sum in fen (`fen`). */
export function countBy(period: Period, { columns, where }: Selection): RawBuilder<unknown> {
  const { withTail, sums, journal } = listParts(period, tableFor(columns, COUNTED), where)
  const parts = journal.map((j) => sql`select sum(e.n) as n, sum(e.amount_fen) as fen from ${j}`)
  if (sums) parts.push(sql`select sum(e.entries) as n, sum(e.amount_fen) as fen from ${sums}`)
  return sql`${sums ? sql`with ${withTail}` : sql``} select coalesce(sum(x.n), 0)::int as n,
    coalesce(sum(x.fen), 0)::int8 as fen from (${sql.join(parts, sql` union all `)}) x`
}

/**
 * Net income by month, laboratory, department, class and the year whose
 * shares apply, as statements for `with`; the last one is called `s`.
 */
export function incomeByClass(period: Period, { columns, where }: Selection): RawBuilder<unknown> {
  const table = columns.every((c) => KNOWN_BY_CLASS.includes(c)) ? 'finance_class_sum' : undefined
  const { withTail, sums, journal } = listParts(period, table, where)
  const parts = journal.map(
    (j) => sql`select to_char(e.at at time zone ${period.zone}, 'YYYY-MM') as month,
      extract(year from e.origin_at at time zone ${period.zone})::int as year, e.lab_id, e.dept_id,
      e.category_id, sum(e.amount_fen)::int8 as fen
      from ${j} and e.kind in ('received', 'reversed') group by 1, 2, 3, 4, 5`,
  )
  if (sums)
    parts.push(sql`select to_char(e.month, 'YYYY-MM') as month, e.origin_year as year, e.lab_id, e.dept_id,
      nullif(e.category_id, 0) as category_id, e.amount_fen as fen from ${sums}`)
  return sql`${sums ? sql`${withTail}, ` : sql``}s as (
    select x.month, x.year, x.lab_id, x.dept_id, x.category_id, sum(x.fen::float8)::int8 as fen
    from (${sql.join(parts, sql` union all `)}) x group by 1, 2, 3, 4, 5 having sum(x.fen) <> 0)`
}
