import type { BookingKind, BookingState } from '@portal/contract/booking/booking'
import type { Occasion } from '@portal/contract/form/binding'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { run, type Db } from '../../../kernel/db.ts'
import {
  COUNTED,
  findCalled,
  findFew,
  joinConditions,
  MANY,
  type Condition,
} from '../../../kernel/list.store.ts'
import type { Sought } from '../../../kernel/search.rules.ts'
import { namedSql, type NamedPerson } from '../../people/people.service.ts'
import { COLUMNS, FROM, joinPeriod, type ListedRow, type Read } from '../booking.store.ts'
import { LIVE, bindPerson, standingSql } from '../sql.store.ts'

// This list uses the conditions of kernel/list.store.ts but its own paging, for three reasons: it reads by
// several indexes and joins the results; its agenda order depends on the caller; and it continues after an id
// (`after`). Its keyword search uses partial indexes, which a column name alone (`named`) cannot express.

/** The indexes of `booking` that are in the order of a list: (column, id desc). */
type Column = 'booker_id' | 'experimenter_id' | 'payer_id' | 'lab_id' | 'device_id' | 'state' | 'id'
/**
 * Rows with one of these values in one of these columns; the results of several entries are united. Null: all
 * rows.
 */
export type Ways = readonly Way[] | null
interface Way {
  column: Column
  values: readonly (number | string)[]
}
/** Rows with one of very many values: too many for an index, but quickly checked row by row. */
interface Among {
  column: Column
  among: readonly number[]
}
export type Within = readonly (Way | Among)[]

export interface Filters {
  /** Where the rows are read from: few values of an index in the order of the list. */
  ways: Ways
  /** A row must also match one entry of each of these. */
  within: readonly Within[]
  /** The keyword matches more than {@link COUNTED} bookings. */
  many: boolean
  states: readonly BookingState[] | null
  kind: BookingKind | null
  deviceId: number | null
  labId: number | null
  /** Only bookings that start at or after `from` and before `until`. */
  from: Date | null
  until: Date | null
  /** Only bookings that end after this instant or are in use. */
  liveFrom: Date | null
  /** The span of days is short and no condition is more selective, so rows are read by their start. */
  byStart: boolean
  ids: readonly number[] | null
  after: number | null
  /** Further conditions. */
  more?: readonly Condition[]
}

/**
 * The partial indexes hold only rows whose experimenter or payer is not the booker; people find their own
 * bookings as booker.
 */
const partial: Partial<Record<Column, Condition>> = {
  experimenter_id: sql` and b.experimenter_id <> b.booker_id`,
  payer_id: sql` and b.payer_id <> b.booker_id`,
}
const andPartial = (column: Column) => partial[column] ?? sql``
const quoteColumn = (column: Column) => sql.ref(`b.${column}`)
const chooseType = (column: Column) => (column === 'state' ? sql`text` : sql`int8`)
const hasOne = (w: Way | Among): Condition =>
  'among' in w
    ? sql`${quoteColumn(w.column)} in (select unnest(${w.among}::int8[]))${andPartial(w.column)}`
    : sql`${quoteColumn(w.column)} = any(${w.values}::${chooseType(w.column)}[])${andPartial(w.column)}`

function listConditions(f: Omit<Filters, 'ways' | 'within'>): Condition[] {
  const all: Condition[] = []
  if (f.states) all.push(sql`b.state = any(${f.states}::text[])`)
  // Literals, so that the planner can use the partial index of the rarer kind.
  if (f.kind)
    all.push(f.kind === 'sample_delivery' ? sql`b.kind = 'sample_delivery'` : sql`b.kind = 'self_operated'`)
  if (f.deviceId !== null) all.push(sql`b.device_id = ${f.deviceId}`)
  if (f.labId !== null) all.push(sql`b.lab_id = ${f.labId}`)
  if (f.from) all.push(sql`lower(b.period) >= ${f.from}`)
  if (f.until) all.push(sql`lower(b.period) < ${f.until}`)
  // No use is longer than 32 days, so the index on the start narrows the search.
  if (f.liveFrom)
    all.push(sql`lower(b.period) >= ${f.liveFrom}::timestamptz - interval '32 days'
      and (upper(b.period) > ${f.liveFrom} or b.state = 'in_use')`)
  if (f.ids) all.push(sql`b.id = any(${f.ids}::int8[])`)
  if (f.after !== null) all.push(sql`b.id < ${f.after}`)
  all.push(...(f.more ?? []))
  return all
}
const buildWhere = (f: Filters): Condition =>
  joinConditions([
    ...f.within.map((ways) => sql`(${sql.join(ways.map(hasOne), sql` or `)})`),
    ...listConditions(f),
  ])

/**
 * Ids of each entry of `ways`, read along its own index and at most `most` rows: the cost depends neither on
 * the number of bookings nor on the planner's estimate for arrays.
 */
function selectIds(f: Filters, most: number, columns: Condition): Condition {
  const where = buildWhere(f)
  // Materialised: the planner underestimates how selective a few days are and would scan the newest bookings
  // one by one.
  if (f.byStart)
    return sql`select * from (with s as materialized (select ${columns} from booking b where ${where})
      select * from s order by id desc limit ${most}) x`
  if (!f.ways) return sql`select ${columns} from booking b where ${where} order by b.id desc limit ${most}`
  const parts = f.ways.map(({ column, values }) => {
    return sql`select x.* from unnest(${values}::${chooseType(column)}[]) v(value), lateral (
      select ${columns} from booking b where ${quoteColumn(column)} = v.value ${andPartial(column)}
        and ${where} order by b.id desc limit ${most}) x`
  })
  // Without parts there is no row. `union` removes a row found by two entries.
  return parts.length > 0 ? sql.join(parts, sql` union `) : sql`select ${columns} from booking b where false`
}

export async function count(db: Db, filters: Filters): Promise<number> {
  const f = { ...filters, after: null }
  if (f.many && f.within.length === 1 && !f.ways && listConditions(f).length === 0) return COUNTED + 1
  const ids = selectIds(f, COUNTED + 1, sql`b.id`)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select id from (${ids}) x limit ${sql.lit(COUNTED + 1)}) y`.execute(db)
  return rows[0]?.total ?? 0
}

/** How many bookings of a list are in use, and how many are late at `now`: not begun, or not ended. */
export async function countLive(
  db: Db,
  filters: Filters,
  now: Date,
): Promise<{ running: number; late: number }> {
  const columns = sql`b.id, b.state, lower(b.period) as start_at, upper(b.period) as end_at`
  const { rows } = await sql<{ running: number; late: number }>`
    select count(*) filter (where state = 'in_use') as running,
      count(*) filter (where state = 'in_use' and end_at < ${now}
        or state = 'awaiting_use' and start_at < ${now}) as late
    from (${selectIds({ ...filters, after: null }, COUNTED, columns)}) x`.execute(db)
  return rows[0] ?? { running: 0, late: 0 }
}

interface Answered {
  occasion: Occasion
  formId: number
  version: number
}
/** The form versions answered by the first `most` bookings of a list. */
export async function findAnswered(db: Db, f: Filters, most: number): Promise<Answered[]> {
  const { rows } = await sql<Answered>`
    with x as materialized (select id from (${selectIds(f, most, sql`b.id`)}) x)
    select distinct a.occasion, a.form_id as "formId", a.version from form_answer a
    where a.booking_id in (select id from x)
    union
    select 'samples', s.form_id, s.form_version from booking_sample s
    where s.form_id is not null and s.booking_id in (select id from x)`.execute(db)
  return rows
}

export type Sort = 'id' | 'agenda' | 'startAt' | 'stateAt' | 'estimateFen'
const sortSql: Record<Exclude<Sort, 'agenda'>, string> = {
  id: 'x.id',
  startAt: 'x.start_at',
  stateAt: 'x.state_at',
  estimateFen: 'x.estimate_fen',
}
/**
 * Agenda order: waiting for the caller, in use, coming (soonest first), over (latest first). Coming bookings
 * without a time are the last of their group.
 */
const live = sql.raw(LIVE)
const orderByAgenda = (waiting: readonly number[]) => sql`
  case when x.id = any(${waiting}::int8[]) then 0 when x.state = 'in_use' then 1
    when x.state in ${live} then 2 else 3 end,
  case when x.state in ${live} then x.start_at end,
  case when x.state in ${live} then null else coalesce(x.start_at, x.state_at) end desc, x.id desc`

export interface Paging {
  sort: Sort
  direction: 'asc' | 'desc'
  offset: number
  size: number
  /** Bookings that wait for the caller; the agenda begins with them. */
  waiting: readonly number[]
}
/**
 * The ids of one page. Sorts other than by id read every row, so the caller must limit those lists to
 * `COUNTED` rows.
 */
export async function findPage(db: Db, f: Filters, p: Paging): Promise<number[]> {
  const byNumber = p.sort === 'id' && p.direction === 'desc'
  const limit = byNumber ? p.offset + p.size : COUNTED
  const columns = sql`b.id, b.state, lower(b.period) as start_at, b.state_at, b.estimate_fen`
  const order =
    p.sort === 'agenda'
      ? orderByAgenda(p.waiting)
      : sql.raw(`${sortSql[p.sort]} ${p.direction} nulls last, x.id desc`)
  const { rows } = await sql<{ id: number }>`
    select x.id from (${selectIds(f, limit, columns)}) x order by ${order}
    limit ${p.size} offset ${p.offset}`.execute(db)
  return rows.map((r) => r.id)
}

const ROWS = `select ${COLUMNS}, ${standingSql('d', 'l', 2)} from unnest($1::int8[]) with ordinality v(id, n)
  join ${FROM.replace('booking b', 'booking b on b.id = v.id')} order by v.n`
/** The rows of these ids, in their order, with the caller's standing on each. */
export async function findRows(ctx: Ctx, ids: readonly number[]): Promise<ListedRow[]> {
  if (ids.length === 0) return []
  return (await run<Read<ListedRow>>(ctx.db, ROWS, [ids, ...bindPerson(ctx)])).map(joinPeriod)
}

// The states are literals: with them the planner can use the index of the device's live bookings.
const USES_AT = `select id from booking where device_id = $1 and state in ('awaiting_use', 'in_use')
    and $2 in (booker_id, experimenter_id)
  order by lower(period), id`
/** Bookings of a device that a person made or works in: approved or in use, in order of time. */
export const findUsesAt = async (db: Db, deviceId: number, userId: number): Promise<number[]> =>
  (await run<{ id: number }>(db, USES_AT, [deviceId, userId])).map((r) => r.id)

/** The people of a booking, for its file. */
export interface NamedPeople {
  booker: NamedPerson
  experimenter: NamedPerson
  payer: NamedPerson
}
const PEOPLE = `select b.id, ${namedSql('bk')} as booker, ${namedSql('ex')} as experimenter,
    ${namedSql('py')} as payer
  from booking b join user_account bk on bk.id = b.booker_id
    join user_account ex on ex.id = b.experimenter_id join user_account py on py.id = b.payer_id
  where b.id = any ($1)`
/** The people of these bookings, by booking id. */
export const findPeople = async (db: Db, ids: readonly number[]): Promise<Map<number, NamedPeople>> =>
  new Map((await run<NamedPeople & { id: number }>(db, PEOPLE, [ids])).map((b) => [b.id, b]))

async function hasMany(db: Db, ways: readonly Condition[]): Promise<boolean> {
  const { rows } = await sql<{ many: boolean }>`select ${sql.join(
    ways.map((way) => sql`exists (${way} limit 1 offset ${COUNTED})`),
    sql` or `,
  )} as many`.execute(db)
  return rows[0]?.many ?? false
}

/**
 * The bookings that match a keyword by number, device, booker, experimenter or payer: their ids, or
 * conditions if they are too many. `alone`: no other filter is set, so at most `COUNTED` ids are looked up,
 * since a page of the newest fills soon; `many` is true if one entry alone has more.
 */
export async function findMeant(
  db: Db,
  number: number | null,
  sought: Sought,
  alone: boolean,
): Promise<{ ids: readonly number[] } | { within: Within; many: boolean }> {
  const [devices, people] = await Promise.all([
    findCalled(db, 'device', sought),
    findCalled(db, 'user_account', sought),
  ])
  const ways = [
    sql`select id from booking where device_id = any(${devices}::int8[])`,
    sql`select id from booking where booker_id = any(${people}::int8[])`,
  ]
  const rows = await findFew(
    db,
    [
      sql`select id from booking where id = ${number}`,
      ...ways,
      sql`select id from booking where experimenter_id = any(${people}::int8[])
        and experimenter_id <> booker_id`,
      sql`select id from booking where payer_id = any(${people}::int8[]) and payer_id <> booker_id`,
    ],
    alone ? COUNTED : MANY,
  )
  if (rows) return { ids: rows }
  const persons = (['booker_id', 'experimenter_id', 'payer_id'] as const).map((column) => ({
    column,
    among: people,
  }))
  return {
    many: alone && (await hasMany(db, ways)),
    within: [
      { column: 'id', values: number === null ? [] : [number] },
      { column: 'device_id', among: devices },
      ...persons,
    ],
  }
}
