import type { Measure, TableKey } from '@portal/contract/statistics/statistics'
import type { LedgerNature } from '@portal/contract/use-ledger/use-ledger'
import { sql, type RawBuilder } from 'kysely'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { joinConditions, type Condition } from '../../kernel/list.store.ts'
import type { Days, Period } from './period.rules.ts'

// Sums of the use ledger. Whole months come from the ledger's sums, the days at the edges from its rows; what
// no sum has by itself (one's own uses, a group's) from the rows alone. The conditions are built, as with
// lists.

/** Whose uses. `labIds` and `deptIds` of the time of the use. */
export interface Wanted {
  labIds: readonly number[] | null
  deptIds: readonly number[] | null
  userId: number | null
  payerId: number | null
  deviceId: number | null
  nature: LedgerNature | null
}

export type Sums = Record<Exclude<Measure, 'users'>, number>

const any = (ids: readonly number[]) => sql`any(${ids}::int8[])`
export function matchUses(w: Wanted): Condition[] {
  const all: Condition[] = []
  if (w.labIds) all.push(sql`lab_id = ${any(w.labIds)}`)
  if (w.deptIds) all.push(sql`dept_id = ${any(w.deptIds)}`)
  if (w.userId !== null) all.push(sql`user_id = ${w.userId}`)
  if (w.payerId !== null) all.push(sql`payer_id = ${w.payerId}`)
  if (w.deviceId !== null) all.push(sql`device_id = ${w.deviceId}`)
  if (w.nature !== null) all.push(sql`nature = ${w.nature}`)
  return all
}

type Source = 'use_month' | 'use_lab_month' | 'use_person_month' | 'use_record'
/** The smallest of the sums that knows the key and every condition; else the rows themselves. */
function sourceOf(key: TableKey | 'all' | 'users', w: Wanted): Source {
  const person = key === 'person' || key === 'group' || key === 'userDept' || key === 'users'
  const device = key === 'device' || w.deviceId !== null
  if (person) return device || w.nature !== null ? 'use_record' : 'use_person_month'
  if (w.userId !== null || w.payerId !== null) return 'use_record'
  return device ? 'use_month' : 'use_lab_month'
}

const keyColumns: Record<TableKey | 'all' | 'users', RawBuilder<unknown>> = {
  all: sql`0`,
  users: sql`user_id`,
  device: sql`device_id`,
  lab: sql`lab_id`,
  dept: sql`dept_id`,
  userDept: sql`nullif(user_dept_id, 0)`,
  group: sql`payer_id`,
  person: sql`user_id`,
  month: sql`month`,
  nature: sql`nature`,
  kind: sql`kind`,
  tier: sql`tier`,
}

/** Rows of key and measures, not yet added up. */
function rowsOf(key: TableKey | 'all' | 'users', { months, edges }: Period, w: Wanted): RawBuilder<unknown> {
  const source = sourceOf(key, w)
  const column = keyColumns[key]
  const where = matchUses(w)
  const within = ([from, until]: Days, by: 'day' | 'month') =>
    sql`${sql.ref(by)} >= ${from}::date and ${sql.ref(by)} < ${until}::date`
  const rows = (spans: readonly Days[]) => {
    const days = sql.join(
      spans.map((s) => sql`(${within(s, 'day')})`),
      sql` or `,
    )
    const of = key === 'month' ? sql`date_trunc('month', day)::date` : column
    return sql`select ${of} as key, tier, uses, reserved_minutes, working_minutes, billed_minutes,
      samples, income_fen
      from use_record where (${days}) and ${joinConditions(where)}`
  }
  if (source === 'use_record') return rows([...edges, ...(months ? [months] : [])])
  const parts: RawBuilder<unknown>[] = []
  if (months) {
    parts.push(sql`select ${column} as key, tier, uses, reserved_minutes, working_minutes, billed_minutes,
      samples, income_fen
      from ${sql.table(source)} where ${within(months, 'month')} and ${joinConditions(where)}`)
  }
  if (edges.length > 0) parts.push(rows(edges))
  return sql.join(parts, sql` union all `)
}

const OUTSIDE = sql`tier in ('school', 'company')`
const SUMS = sql`coalesce(sum(uses), 0)::int8 as uses,
  coalesce(sum(reserved_minutes), 0)::int8 as "reservedMinutes",
  coalesce(sum(working_minutes), 0)::int8 as "workingMinutes",
  coalesce(sum(billed_minutes), 0)::int8 as "billedMinutes",
  coalesce(sum(working_minutes) filter (where ${OUTSIDE}), 0)::int8 as "outsideMinutes",
  coalesce(sum(samples), 0)::int8 as samples, coalesce(sum(income_fen), 0)::int8 as "incomeFen"`

export async function sum(db: Db, period: Period, w: Wanted): Promise<Sums> {
  const { rows } = await sql<Sums>`select ${SUMS} from (${rowsOf('all', period, w)}) x`.execute(db)
  return rows[0] as Sums // an aggregate without groups has one row
}

/** How many different people used something. */
export async function countUsers(db: Db, period: Period, w: Wanted): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select key from (${rowsOf('users', period, w)}) x where key is not null group by key having sum(uses) > 0)
      y`.execute(db)
  return rows[0]?.n ?? 0
}

export const sumMonths = async (db: Db, period: Period, w: Wanted): Promise<(Sums & { month: string })[]> =>
  (
    await sql<
      Sums & { month: string }
    >`select key as month, ${SUMS} from (${rowsOf('month', period, w)}) x group by key order by key`.execute(
      db,
    )
  ).rows

/** Instruments that belong to the labs and depts now, but for those scrapped. */
const belongs = (w: Wanted): Condition =>
  joinConditions([
    sql`d.status <> 'scrapped'`,
    ...(w.labIds ? [sql`d.lab_id = ${any(w.labIds)}`] : []),
    ...(w.deptIds ? [sql`l.dept_id = ${any(w.deptIds)}`] : []),
    ...(w.deviceId === null ? [] : [sql`d.id = ${w.deviceId}`]),
  ])
const isOfPerson = (w: Wanted): boolean => w.userId !== null || w.payerId !== null

/** How many instruments there are, and how many of them were used. A person has those he used. */
export async function countDevices(
  db: Db,
  period: Period,
  w: Wanted,
): Promise<{ devices: number; used: number }> {
  const used = sql`select key from (${rowsOf('device', period, w)}) x group by key having sum(uses) > 0`
  const { rows } = await sql<{ devices: number; used: number }>`with used as (${used})
    select (select count(*) from used)::int as used,
      ${
        isOfPerson(w)
          ? sql`(select count(*)
        from used)::int`
          : sql`(select count(*) from device d
        join lab l on l.id = d.lab_id where ${belongs(w)})::int`
      } as devices`.execute(db)
  return rows[0] ?? { devices: 0, used: 0 }
}

export interface Row extends Sums {
  key: string | number | null
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
  /** Of instruments only those that are shared and in order. */
  shared: boolean
  page: number
  size: number
}

const names: Record<TableKey, RawBuilder<unknown>> = {
  device: sql`'' as name`,
  lab: sql`(select name from lab where id = s.key) as name`,
  dept: sql`(select name from dept where id = s.key) as name`,
  userDept: sql`(select name from dept where id = s.key) as name`,
  group: sql`(select name from user_account where id = s.key) as name`,
  person: sql`(select name from user_account where id = s.key) as name`,
  month: sql`s.key::text as name`,
  nature: sql`s.key as name`,
  kind: sql`s.key as name`,
  tier: sql`s.key as name`,
}

/** A page of rows, and how many there are. Instruments that were not used stand there too. */
export async function table(
  db: Db,
  period: Period,
  w: Wanted,
  cut: Cut,
): Promise<{ rows: Row[]; total: number }> {
  const order =
    cut.measure === 'key'
      ? sql`key ${cut.descending ? sql`desc` : sql`asc`} nulls last`
      : sql`${sql.ref(cut.measure)} ${cut.descending ? sql`desc` : sql`asc`}, key`
  const limit = sql`limit ${cut.size} offset ${cut.page * cut.size}`
  const sums = sql`select key, ${SUMS} from (${rowsOf(cut.by, period, w)}) x group by key
    having (sum(uses), sum(income_fen), sum(working_minutes)) <> (0, 0, 0)`
  const all =
    cut.by === 'device' && !isOfPerson(w)
      ? sql`select coalesce(s.key, o.id) as key, ${sql.join(
          measuresOf.map((m) => sql`coalesce(s.${sql.ref(m)}, 0) as ${sql.ref(m)}`),
        )}
        from sums s full join (select d.id from device d join lab l on l.id = d.lab_id where ${belongs(w)}) o
          on o.id = s.key
        ${cut.idle ? sql`where coalesce(s.uses, 0) = 0` : sql``}`
      : sql`select * from sums`
  const usable = sql`where exists (select from device d
    where d.id = key and d.shared and d.status = 'normal')`
  const kept = cut.by === 'device' && cut.shared ? sql`select * from (${all}) e ${usable}` : all
  const shown =
    cut.by === 'device'
      ? sql`select s.key, d.name, d.serial_id as "serialId", l.name as lab, t.name as dept,
        ${sql.join(measuresOf.map((m) => sql`s.${sql.ref(m)}`))}
        from cut s join device d on d.id = s.key join lab l on l.id = d.lab_id
          join dept t on t.id = l.dept_id`
      : sql`select s.key, ${names[cut.by]}, null as "serialId", null as lab, null as dept,
        ${sql.join(measuresOf.map((m) => sql`s.${sql.ref(m)}`))} from cut s`
  const { rows } = await sql<Row & { total: number }>`with sums as (${sums}), everything as (${kept}),
    cut as (select * from everything order by ${order} ${limit})
    select y.*, (select count(*) from everything)::int as total from (${shown}) y order by ${order}`.execute(
    db,
  )
  return { rows, total: rows[0]?.total ?? 0 }
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

/** How many people used each of some rows of a table. */
export async function countUsersBy(
  db: Db,
  period: Period,
  w: Wanted,
  by: 'device' | 'lab' | 'dept',
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const column = { device: 'device_id', lab: 'lab_id', dept: 'dept_id' }[by]
  const { months, edges } = period
  const spans = sql.join(
    [...edges, ...(months ? [months] : [])].map(([a, b]) => sql`(day >= ${a}::date and day < ${b}::date)`),
    sql` or `,
  )
  const { rows } = await sql<{ id: number; n: number }>`select id, count(*)::int as n from (
      select ${sql.ref(column)} as id, user_id from use_record
      where ${sql.ref(column)} = ${any(ids)} and (${spans}) and ${joinConditions(matchUses(w))}
        and user_id is not null
      group by 1, 2 having sum(uses) > 0) x group by id`.execute(db)
  return new Map(rows.map((r) => [r.id, r.n]))
}

// Said as the index booking_payer says it, which PostgreSQL else does not see fit.
const POSTS = `select array(select lab_id from lab_member where user_id = $1
  and role in ('lab_director', 'lab_admin')) as "labIds",
  exists (select from booking where payer_id = $1 and payer_id <> booker_id) as pays`
/** The labs somebody runs, and whether he pays for others. */
export const posts = async (db: Db, userId: number): Promise<{ labIds: number[]; pays: boolean }> =>
  (await run<{ labIds: number[]; pays: boolean }>(db, POSTS, [userId]))[0] ?? { labIds: [], pays: false }

const KNOWN = `select (select at from use_due order by id limit 1) as since,
  coalesce((select max(id) from use_record), 0) as head`
/**
 * When the first change happened that the ledger does not know yet (null: it knows all), and its last row.
 */
export const known = (db: Db) => runOne<{ since: Date | null; head: number }>(db, KNOWN, [])
