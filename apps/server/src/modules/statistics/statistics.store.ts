import type { Measure, TableKey } from '@portal/contract/statistics/statistics'
import { sql, type RawBuilder } from 'kysely'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { any, joinConditions, readCarried, type At, type Condition } from '../../kernel/list.store.ts'
import type { Period } from './period.rules.ts'
import { makeRows, type Wanted } from './sums.store.ts'
import { selectUsedDevices } from './users.store.ts'

// Sums of the use ledger, and tables of such sums.

export type Sums = Record<Exclude<Measure, 'users'>, number>

/**
 * Added up as float8, which holds whole numbers up to 2^53 exactly, as JavaScript does: PostgreSQL's sum of
 * int8 is numeric and costs three times as much.
 */
const added = (column: string) => sql`sum(${sql.ref(column)}::float8)`
const figure = (column: string) => sql`coalesce(${added(column)}, 0)::int8`
const FIGURES: Record<Exclude<Measure, 'users'>, RawBuilder<unknown>> = {
  uses: figure('uses'),
  reservedMinutes: figure('reserved_minutes'),
  workingMinutes: figure('working_minutes'),
  billedMinutes: figure('billed_minutes'),
  outsideMinutes: sql`coalesce(${added('working_minutes')} filter (where outside), 0)::int8`,
  samples: figure('samples'),
  incomeFen: figure('income_fen'),
}
const listFigures = (of: readonly Exclude<Measure, 'users'>[]) =>
  sql.join(of.map((m) => sql`${FIGURES[m]} as ${sql.ref(m)}`))
const SUMS = listFigures(Object.keys(FIGURES) as Exclude<Measure, 'users'>[])
/** Rows with sums of zero are left out. */
const IS_SOMETHING = sql`(${added('uses')}, ${added('income_fen')}, ${added('working_minutes')}) <> (0, 0, 0)`

export async function sum(db: Db, period: Period, w: Wanted): Promise<Sums> {
  const { rows } = await sql<Sums>`select ${SUMS} from (${makeRows('all', period, w)}) x`.execute(db)
  return rows[0] as Sums // an aggregate without groups has one row
}

export async function sumMonths(db: Db, period: Period, w: Wanted): Promise<(Sums & { month: string })[]> {
  const months = sql<Sums & { month: string }>`
    select key as month, ${SUMS} from (${makeRows('month', period, w)}) x group by key order by key`
  return (await months.execute(db)).rows
}

/** Instruments that now belong to the laboratories and departments, without scrapped ones. */
const belongs = (w: Wanted): Condition =>
  joinConditions([
    sql`d.status <> 'scrapped'`,
    ...(w.labIds ? [sql`d.lab_id = ${any(w.labIds)}`] : []),
    ...(w.deptIds ? [sql`l.dept_id = ${any(w.deptIds)}`] : []),
    ...(w.deviceId === null ? [] : [sql`d.id = ${w.deviceId}`]),
  ])
const isOfPerson = (w: Wanted): boolean => w.userId !== null || w.payerId !== null

/**
 * Number of instruments, and how many of them were used. One that was used and has moved away or was scrapped
 * since counts as well, as it is a row of the table by instrument. For a person both are the used ones.
 */
export async function countDevices(
  db: Db,
  period: Period,
  w: Wanted,
): Promise<{ devices: number; used: number }> {
  const own = isOfPerson(w)
    ? sql`select id from used`
    : sql`select d.id from device d join lab l on l.id = d.lab_id where ${belongs(w)}`
  const { rows } = await sql<{ devices: number; used: number }>`
    with used as materialized (${selectUsedDevices(period, w)}), own as materialized (${own})
    select (select count(*)::int from used) as used, (select count(*)::int from own)
      + (select count(*)::int from used where id not in (select id from own)) as devices`.execute(db)
  return rows[0] ?? { devices: 0, used: 0 }
}

export interface CutRow extends Sums {
  key: string | number | null
}
export interface Row extends CutRow {
  name: string | null
  serialId: string | null
  lab: string | null
  dept: string | null
}
export interface Cut {
  by: TableKey
  measure: Exclude<Measure, 'users'> | 'key'
  descending: boolean
  idle: boolean
  /** Only instruments that are shared and in working order. */
  shared: boolean
  page: number
  size: number
}

/**
 * A page of rows, and their total number; unused instruments are included. Without names: the sums are cached
 * (figures.action.ts), while names may change meanwhile.
 */
export async function cutTable(
  db: Db,
  period: Period,
  w: Wanted,
  cut: Cut,
): Promise<{ rows: CutRow[]; total: number }> {
  const order =
    cut.measure === 'key'
      ? sql`key ${cut.descending ? sql`desc` : sql`asc`} nulls last`
      : sql`${sql.ref(cut.measure)} ${cut.descending ? sql`desc` : sql`asc`}, key`
  const rows = makeRows(cut.by, period, w)
  // Tens of thousands of instruments are sorted with only the
  // measures this takes; the others are read for the page.
  const ranked = cut.by === 'device' ? [...new Set(['uses', ...findMeasure(cut)] as const)] : measuresOf
  const sums = sql`select key, ${listFigures(ranked)} from (${rows}) x group by key having ${IS_SOMETHING}`
  const all =
    cut.by === 'device' && !isOfPerson(w)
      ? sql`select coalesce(s.key, o.id) as key, ${sql.join(
          ranked.map((m) => sql`coalesce(s.${sql.ref(m)}, 0) as ${sql.ref(m)}`),
        )}
        from sums s full join (select d.id from device d join lab l on l.id = d.lab_id where ${belongs(w)}) o
          on o.id = s.key
        ${cut.idle ? sql`where coalesce(s.uses, 0) = 0` : sql``}`
      : sql`select * from sums`
  const usable = sql`where exists (select from device d
    where d.id = key and d.shared and d.status = 'normal')`
  const kept = cut.by === 'device' && cut.shared ? sql`select * from (${all}) e ${usable}` : all
  const whole =
    cut.by === 'device'
      ? sql`select p.key, ${sql.join(
          measuresOf.map((m) => sql`coalesce(f.${sql.ref(m)}, 0)::int8 as ${sql.ref(m)}`),
        )} from page p left join (select key, ${SUMS} from (${rows}) x
          where key = any(array(select key from page)) group by key) f on f.key = p.key`
      : sql`select * from page`
  const read = async ({ page, size }: At) =>
    (
      await sql<CutRow & { total: number }>`with sums as (${sums}), everything as (${kept}),
      page as materialized (select * from everything order by ${order} limit ${size} offset ${page * size})
    select y.*, (select count(*) from everything)::int as total from (${whole}) y order by ${order}`.execute(
        db,
      )
    ).rows
  const { rows: found, total } = await readCarried(cut, read, (r) => r.total)
  return { rows: found.map(({ total: _, ...r }) => r), total }
}
const findMeasure = ({ measure }: Cut) => (measure === 'key' ? [] : [measure])

type Named = Omit<Row, keyof Sums>
const NAMED = {
  lab: 'lab',
  dept: 'dept',
  userDept: 'dept',
  group: 'user_account',
  person: 'user_account',
} as const satisfies Partial<Record<TableKey, string>>
const hasNames = (by: TableKey): by is keyof typeof NAMED => by in NAMED

/** The same rows with their present names. */
export async function nameRows(db: Db, by: TableKey, rows: readonly CutRow[]): Promise<Row[]> {
  const ids = rows.flatMap((r) => (r.key === null ? [] : [Number(r.key)]))
  let found: Named[] = []
  if (by === 'device')
    found = (
      await sql<Named>`select d.id as key, d.name, d.serial_id as "serialId", l.name as lab, t.name as dept
        from device d join lab l on l.id = d.lab_id join dept t on t.id = l.dept_id
        where d.id = ${any(ids)}`.execute(db)
    ).rows
  else if (hasNames(by))
    found = (
      await sql<Named>`select id as key, name, null as "serialId", null as lab, null as dept
        from ${sql.table(NAMED[by])} where id = ${any(ids)}`.execute(db)
    ).rows
  const names = new Map(found.map((f) => [Number(f.key), f]))
  const nothing = { name: null, serialId: null, lab: null, dept: null }
  return rows.map((r) => {
    if (by !== 'device' && !hasNames(by)) return { ...r, ...nothing, name: String(r.key) }
    return { ...nothing, ...(r.key !== null && names.get(Number(r.key))), ...r }
  })
}

/** A page of rows with their names. */
export async function table(
  db: Db,
  period: Period,
  w: Wanted,
  cut: Cut,
): Promise<{ rows: Row[]; total: number }> {
  const { rows, total } = await cutTable(db, period, w, cut)
  return { rows: await nameRows(db, cut.by, rows), total }
}
const measuresOf = [
  'uses',
  'reservedMinutes',
  'workingMinutes',
  'billedMinutes',
  'outsideMinutes',
  'samples',
  'incomeFen',
] as const

// Written as in the index booking_payer; otherwise PostgreSQL does not use that index.
const POSTS = `select array(select lab_id from lab_member where user_id = $1
  and role in ('lab_director', 'lab_admin')) as "labIds",
  exists (select from booking where payer_id = $1 and payer_id <> booker_id) as pays`
/**
 * The laboratories that a user directs or administrates, and whether the user pays for bookings of others.
 */
export const posts = async (db: Db, userId: number): Promise<{ labIds: number[]; pays: boolean }> =>
  (await run<{ labIds: number[]; pays: boolean }>(db, POSTS, [userId]))[0] ?? { labIds: [], pays: false }

const KNOWN = `select (select at from use_due order by id limit 1) as since,
  coalesce((select max(id) from use_record), 0) as head,
  (select max(day) from use_record) as "lastDay"`
/**
 * `since`: time of the first change that is not in the ledger yet; null:
 * all are. `head`: id of the last row. `lastDay`: the last day with uses.
 */
export const known = (db: Db) =>
  runOne<{ since: Date | null; head: number; lastDay: string | null }>(db, KNOWN, [])
