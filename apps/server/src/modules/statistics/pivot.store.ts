import type { Dimension, Kept, PivotMeasure } from '@portal/contract/statistics/pivot'
import { sql, type RawBuilder } from 'kysely'
import { run, type Db } from '../../kernel/db.ts'
import { joinConditions, type Condition } from '../../kernel/list.store.ts'
import type { Days } from '../../kernel/span.rules.ts'
import type { Period } from './period.rules.ts'
import { isOfCampus, matchUses, type Wanted } from './sums.store.ts'

// Sums of the use ledger by dimensions that the caller chooses. Whole months
// come from the smallest table of sums that has all dimensions; dimensions that
// no such table has (hours, funding, disciplines) come from the ledger's rows.

export interface Cut {
  /** The dimensions of rows, then of columns. */
  by: readonly Dimension[]
  only: readonly Kept[]
  /** Time zone of the campus. */
  zone: string
}
export type Additive = Exclude<PivotMeasure, 'users'>

const SUMS_OF = {
  use_campus_month: ['dept', 'year', 'month', 'kind', 'nature', 'tier'],
  use_lab_month: ['lab', 'dept', 'year', 'month', 'kind', 'nature', 'tier'],
  use_month: ['device', 'category', 'lab', 'dept', 'year', 'month', 'kind', 'nature', 'tier'],
  use_person_month: ['person', 'group', 'userDept', 'lab', 'dept', 'year', 'month', 'tier'],
} as const satisfies Record<string, readonly Dimension[]>
type Sums = keyof typeof SUMS_OF
type Source = Sums | 'use_record'
const tables = Object.keys(SUMS_OF) as Sums[]

/** The dimensions that the conditions of a scope need. */
const neededBy = (w: Wanted): Dimension[] => [
  ...(w.labIds === null ? [] : (['lab'] as const)),
  ...(w.deptIds === null ? [] : (['dept'] as const)),
  ...(w.userId === null ? [] : (['person'] as const)),
  ...(w.payerId === null ? [] : (['group'] as const)),
  ...(w.deviceId === null ? [] : (['device'] as const)),
  ...(w.nature === null ? [] : (['nature'] as const)),
]
/** The smallest table of sums with all these dimensions; null: only the ledger's rows have them. */
export function sumsFor(w: Wanted, { by, only }: Pick<Cut, 'by' | 'only'>): Sums | null {
  const needed = [...by, ...only.map((k) => k.dimension), ...neededBy(w)]
  return tables.find((t) => needed.every((d) => (SUMS_OF[t] as readonly Dimension[]).includes(d))) ?? null
}

/** The key of a row as text; '' if it has none. */
function makeKey(dimension: Dimension, source: Source, zone: string): RawBuilder<unknown> {
  const day = source === 'use_record' ? sql`day` : sql`month`
  const begun = sql`begun_at at time zone ${zone}`
  const keys: Record<Dimension, RawBuilder<unknown>> = {
    dept: sql`dept_id::text`,
    lab: sql`lab_id::text`,
    device: sql`device_id::text`,
    category: sql`coalesce((select category_id from device d where d.id = device_id)::text, '')`,
    userDept: sql`coalesce(nullif(user_dept_id, 0)::text, '')`,
    group: sql`coalesce(coalesce(payer_id, user_id)::text, '')`,
    person: sql`coalesce(user_id::text, '')`,
    tier: sql`tier`,
    nature: sql`nature`,
    kind: sql`kind`,
    fundingSource: sql`coalesce(funding_source, '')`,
    serviceMode: sql`coalesce(service_mode, '')`,
    discipline: sql`coalesce(disciplines[1], '')`,
    year: sql`to_char(${day}, 'YYYY')`,
    month: sql`to_char(${day}, 'YYYY-MM')`,
    weekday: sql`extract(isodow from day)::text`,
    hour: sql`extract(hour from ${begun})::int::text`,
  }
  return keys[dimension]
}

const columnOf: Partial<Record<Dimension, string>> = {
  dept: 'dept_id',
  lab: 'lab_id',
  device: 'device_id',
  person: 'user_id',
}
/** Condition for one filter; compares the column itself if it has one, so that an index can be used. */
function keptCondition({ dimension, key }: Kept, source: Source, zone: string): Condition {
  const column = columnOf[dimension]
  if (column && key !== '') return sql`${sql.ref(column)} = ${key}::int8`
  return sql`${makeKey(dimension, source, zone)} = ${key}`
}

const within = ([from, until]: Days, by: 'day' | 'month') =>
  sql`(${sql.ref(by)} >= ${from}::date and ${sql.ref(by)} < ${until}::date)`
const FIGURES = sql`user_id, uses, reserved_minutes, working_minutes, billed_minutes,
  case when tier in ('school', 'company') then working_minutes else 0 end as outside_minutes,
    samples, income_fen`
const NOBODYS = sql`null::int8 as user_id, uses, reserved_minutes, working_minutes, billed_minutes,
  case when tier in ('school', 'company') then working_minutes else 0 end as outside_minutes,
    samples, income_fen`

/** Rows with keys k0, k1, … and figures, not yet added up. */
function listRows({ months, edges }: Period, w: Wanted, cut: Cut, people = false): RawBuilder<unknown> {
  const scope = matchUses(w)
  const from = (source: Source, spans: readonly RawBuilder<unknown>[], more: Condition[] = []) => {
    const keys = cut.by.map((d, i) => sql`${makeKey(d, source, cut.zone)} as ${sql.ref(`k${i}`)}`)
    const only = cut.only.map((k) => keptCondition(k, source, cut.zone))
    const figures = source === 'use_record' || source === 'use_person_month' ? FIGURES : NOBODYS
    return sql`select ${sql.join([...keys, figures])} from ${sql.table(source)}
      where (${sql.join([...spans], sql` or `)}) and ${joinConditions([...scope, ...only, ...more])}`
  }
  const days = (spans: readonly Days[]) => spans.map((s) => within(s, 'day'))
  const found = sumsFor(w, cut)
  const sums = people && found !== 'use_person_month' ? personSums(w, cut) : found
  if (!months || !sums) return from('use_record', days([...edges, ...(months ? [months] : [])]))
  const parts = [from(sums, [within(months, 'month')])]
  // Entries without a person are in no sum of people.
  if (sums === 'use_person_month') parts.push(from('use_record', days([months]), [sql`user_id is null`]))
  if (edges.length > 0) parts.push(from('use_record', days(edges)))
  return sql.join(parts, sql` union all `)
}
/** Only one table of sums knows people; null if it lacks a dimension. */
const personSums = (w: Wanted, { by, only }: Cut): Sums | null =>
  [...by, ...only.map((k) => k.dimension), ...neededBy(w)].every((d) =>
    (SUMS_OF.use_person_month as readonly Dimension[]).includes(d),
  )
    ? 'use_person_month'
    : null

export interface Group extends Record<Additive, number> {
  keys: string[]
}
const ADDED = sql`coalesce(sum(uses), 0)::int8 as uses,
  coalesce(sum(reserved_minutes), 0)::int8 as "reservedMinutes",
  coalesce(sum(working_minutes), 0)::int8 as "workingMinutes",
  coalesce(sum(billed_minutes), 0)::int8 as "billedMinutes",
  coalesce(sum(outside_minutes), 0)::int8 as "outsideMinutes", coalesce(sum(samples), 0)::int8 as samples,
  coalesce(sum(income_fen), 0)::int8 as "incomeFen"`
const keyNames = ({ by }: Cut) => by.map((_, i) => sql.ref(`k${i}`))

/** All combinations with a sum other than zero, up to `most`. */
export const sumGroups = async (
  db: Db,
  period: Period,
  w: Wanted,
  cut: Cut,
  most: number,
): Promise<Group[]> =>
  (
    await sql<Group>`select array[${sql.join(keyNames(cut))}] as keys, ${ADDED}
      from (${listRows(period, w, cut)}) x
      group by ${sql.join(keyNames(cut))}
      having (sum(uses), sum(income_fen), sum(working_minutes)) <> (0, 0, 0) limit ${most}`.execute(db)
  ).rows

/** The dimensions that the bitmaps of users are stored by. */
const TOLD_BY_BITS: readonly Dimension[] = ['dept', 'year', 'month']
/** Rows with keys k0, k1, … and people as bitmaps: from the stored months, and from the days at the edges. */
function listBits({ months, edges }: Period, w: Wanted, cut: Cut): RawBuilder<unknown> {
  const keys = (source: Source) =>
    sql.join(cut.by.map((d, i) => sql`${makeKey(d, source, cut.zone)} as ${sql.ref(`k${i}`)}`))
  const scope = joinConditions(matchUses(w))
  const parts: RawBuilder<unknown>[] = []
  if (months)
    parts.push(sql`select ${keys('use_campus_month')}, block, bits from use_month_user
      where dept_id <> 0 and ${within(months, 'month')} and ${scope}`)
  if (edges.length > 0)
    parts.push(sql`select ${sql.join(keyNames(cut))}, (user_id >> 11)::int as block,
        bit_or(set_bit(0::bit(2048), (user_id & 2047)::int, 1)) as bits
      from (select ${sql.join(keyNames(cut))}, user_id from (
          select ${keys('use_record')}, user_id, uses from use_record
          where (${sql.join(
            edges.map((e) => within(e, 'day')),
            sql` or `,
          )}) and user_id is not null and ${scope}) r
        group by ${sql.join(keyNames(cut))}, user_id having sum(uses) > 0) u
      group by ${sql.join(keyNames(cut))}, (user_id >> 11)`)
  return sql.join(parts, sql` union all `)
}

export interface People {
  /** Null for a key that this level adds up over. */
  keys: (string | null)[]
  users: number
}
/**
 * Distinct people of each combination and of each level above it: of rows (the first `rowKeys`), of columns,
 * of all.
 */
export async function countPeople(
  db: Db,
  period: Period,
  w: Wanted,
  cut: Cut,
  rowKeys: number,
): Promise<People[]> {
  const names = keyNames(cut)
  const levels = [names, names.slice(0, rowKeys), names.slice(rowKeys), []].map((level) =>
    level.length ? sql`(${sql.join(level)})` : sql`()`,
  )
  const marked = names.map((n) => sql`case when grouping(${n}) = 0 then ${n} end`)
  const sets = new Set(cut.by.length === rowKeys ? [levels[0], levels[3]] : levels)
  if (isOfCampus(w) && cut.only.length === 0 && cut.by.every((d) => TOLD_BY_BITS.includes(d)))
    return (
      await sql<People>`select array[${sql.join(names)}] as keys, sum(bit_count(bits))::int as users from (
          select ${sql.join(marked.map((m, i) => sql`${m} as ${sql.ref(`k${i}`)}`))},
            grouping(${sql.join(names)}) as level, bit_or(bits) as bits
          from (${listBits(period, w, cut)}) x group by block, grouping sets (${sql.join([...sets])})) y
        group by level, ${sql.join(names)}`.execute(db)
    ).rows
  return (
    await sql<People>`select array[${sql.join(marked)}] as keys, count(distinct user_id)::int as users from (
        select ${sql.join(names)}, user_id from (${listRows(period, w, cut, true)}) x
        where user_id is not null
        group by ${sql.join(names)}, user_id having sum(uses) > 0) y
      group by grouping sets (${sql.join([...sets])})`.execute(db)
  ).rows
}

/** Conditions for the ledger rows behind a cell. */
export const keptConditions = (only: readonly Kept[], zone: string): Condition[] =>
  only.map((k) => keptCondition(k, 'use_record', zone))

/** Whether the scope has a use with this key; otherwise the key must not be named. */
export async function isWithin(db: Db, w: Wanted, kept: Kept, zone: string): Promise<boolean> {
  const { rows } = await sql`select 1 from use_record
    where ${joinConditions([...matchUses(w), keptCondition(kept, 'use_record', zone)])} limit 1`.execute(db)
  return rows.length > 0
}

type Named = 'dept' | 'lab' | 'device' | 'device_category' | 'user_account'
const NAMES: Record<Named, string> = {
  dept: 'select id, name from dept where id = any($1)',
  lab: 'select id, name from lab where id = any($1)',
  device: `select id, name || '（' || serial_id || '）' as name from device where id = any($1)`,
  device_category: 'select id, name from device_category where id = any($1)',
  user_account: 'select id, name from user_account where id = any($1)',
}
export const readNames = async (db: Db, table: Named, ids: readonly number[]): Promise<Map<string, string>> =>
  new Map(
    ids.length === 0
      ? []
      : (await run<{ id: number; name: string }>(db, NAMES[table], [ids])).map((r) => [String(r.id), r.name]),
  )
