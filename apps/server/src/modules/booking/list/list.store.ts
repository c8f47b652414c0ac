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
import { COLUMNS, FROM, joinPeriod, type ListedRow, type Read } from '../booking.store.ts'
import { LIVE, bindPerson, standingSql } from '../sql.store.ts'

// The list of bookings has the conditions of kernel/list.store.ts and pages of its own, for three things that
// no other list has: it is read by several ways in, each along its own index; it is in the order of an
// agenda, which depends on who asks; and it goes on from a number (`after`). Its keyword looks into partial
// indexes, which a column's name alone (`named`) does not say.

/** The indexes of `booking` that are in the order of a list: (column, id desc). */
type Column = 'booker_id' | 'experimenter_id' | 'payer_id' | 'lab_id' | 'device_id' | 'state' | 'id'
/** Rows with one of these values in one of these columns; several ways in are joined. Null: all rows. */
export type Ways = readonly Way[] | null
interface Way {
  column: Column
  values: readonly (number | string)[]
}
/** Rows with one of very many: no way in, but quickly asked row by row. */
interface Among {
  column: Column
  among: readonly number[]
}
export type Within = readonly (Way | Among)[]

export interface Filters {
  /** Where the rows are read from: few values of an index that is in the order of the list. */
  ways: Ways
  /** What else a row has to come in by: one of each of these. */
  within: readonly Within[]
  /** One of them is a word that more than {@link COUNTED} bookings have. */
  many: boolean
  states: readonly BookingState[] | null
  kind: BookingKind | null
  deviceId: number | null
  labId: number | null
  /** Those that start between these instants. */
  from: Date | null
  until: Date | null
  /** Those whose time is not over then, or that are in use. */
  liveFrom: Date | null
  /** Few days, and nothing narrower: they lead the way. */
  byStart: boolean
  ids: readonly number[] | null
  after: number | null
  /** What else a row has to be. */
  more?: readonly Condition[]
}

/** Partial indexes hold what differs from the booker; their own bookings people find under their own name. */
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
  // Spelt out, so that the index of the rarer kind is known to fit.
  if (f.kind)
    all.push(f.kind === 'sample_delivery' ? sql`b.kind = 'sample_delivery'` : sql`b.kind = 'self_operated'`)
  if (f.deviceId !== null) all.push(sql`b.device_id = ${f.deviceId}`)
  if (f.labId !== null) all.push(sql`b.lab_id = ${f.labId}`)
  if (f.from) all.push(sql`lower(b.period) >= ${f.from}`)
  if (f.until) all.push(sql`lower(b.period) < ${f.until}`)
  // No use is longer: so the day is found by where its uses begin.
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
 * Ids by every way in, each read along its own index and no further than asked for: what a list costs does
 * not depend on how many bookings there are, nor on what the planner thinks of arrays.
 */
function selectIds(f: Filters, most: number, columns: Condition): Condition {
  const where = buildWhere(f)
  // Materialized: the planner, who does not know how few days these are, would rather read the newest
  // bookings one by one.
  if (f.byStart)
    return sql`select * from (with s as materialized (select ${columns} from booking b where ${where})
      select * from s order by id desc limit ${most}) x`
  if (!f.ways) return sql`select ${columns} from booking b where ${where} order by b.id desc limit ${most}`
  const parts = f.ways.map(({ column, values }) => {
    return sql`select x.* from unnest(${values}::${chooseType(column)}[]) v(value), lateral (
      select ${columns} from booking b where ${quoteColumn(column)} = v.value ${andPartial(column)}
        and ${where} order by b.id desc limit ${most}) x`
  })
  // Without parts there is no way in, and so no row; a row that comes in by two ways is one.
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

interface Answered {
  occasion: Occasion
  formId: number
  version: number
}
/** Which versions of which forms were answered of the first rows of a list. */
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
 * What waits for me, what runs, what is to come from the soonest on, what is over from the latest back.
 * Without a time: last of those.
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
  /** Those that wait for the person who asks: where the agenda begins. */
  waiting: readonly number[]
}
/**
 * The ids of one page. Sorts other than by number look at every row, so those lists have to be short (see
 * COUNTED).
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
/** The rows of these ids, in their order, with the asking person's standing on each. */
export async function findRows(ctx: Ctx, ids: readonly number[]): Promise<ListedRow[]> {
  if (ids.length === 0) return []
  return (await run<Read<ListedRow>>(ctx.db, ROWS, [ids, ...bindPerson(ctx)])).map(joinPeriod)
}

async function hasMany(db: Db, ways: readonly Condition[]): Promise<boolean> {
  const { rows } = await sql<{ many: boolean }>`select ${sql.join(
    ways.map((way) => sql`exists (${way} limit 1 offset ${COUNTED})`),
    sql` or `,
  )} as many`.execute(db)
  return rows[0]?.many ?? false
}

/**
 * The bookings that a keyword means: by number, device, or who books, works or pays. Where they are very
 * many, by what they have to have. `alone`: nothing else is asked for, so no more are looked up than are
 * counted, a page of the newest being soon full; they are `many` then when one way alone leads to more.
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
