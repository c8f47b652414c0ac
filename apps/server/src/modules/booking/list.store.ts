import type { BookingKind, BookingState } from '@portal/contract/booking/booking'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run } from '../../kernel/db.ts'
import { COUNTED } from '../../kernel/listed.store.ts'
import { idsCalled, rowsMeant } from '../../kernel/named.store.ts'
import type { Sought } from '../../kernel/search.rules.ts'
import { COLUMNS, FROM, type ListedRow } from './booking.store.ts'
import { LIVE, personParams, standingSql } from './sql.store.ts'

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
  states: readonly BookingState[] | null
  kind: BookingKind | null
  deviceId: number | null
  labId: number | null
  /** Those that start between these instants. */
  from: Date | null
  until: Date | null
  /** Few days, and nothing narrower: they lead the way. */
  byStart: boolean
  ids: readonly number[] | null
  after: number | null
}

/** Partial indexes hold what differs from the booker; their own bookings people find under their own name. */
const partial: Partial<Record<Column, string>> = {
  experimenter_id: 'b.experimenter_id <> b.booker_id',
  payer_id: 'b.payer_id <> b.booker_id',
}
const andPartial = (column: Column) => (partial[column] ? ` and ${partial[column]}` : '')

class Text {
  readonly values: unknown[] = []
  add(value: unknown): string {
    return `$${this.values.push(value)}`
  }
}
function hasOne(w: Way | Among, t: Text): string {
  const one =
    'among' in w
      ? `in (select unnest(${t.add(w.among)}::int8[]))`
      : `= any(${t.add(w.values)}::${typeOf(w.column)}[])`
  return `b.${w.column} ${one}${andPartial(w.column)}`
}
const typeOf = (column: Column) => (column === 'state' ? 'text' : 'int8')

function whereOf(f: Filters, t: Text): string {
  const all: string[] = []
  for (const ways of f.within) all.push(`(${ways.map((w) => hasOne(w, t)).join(' or ')})`)
  if (f.states) all.push(`b.state = any(${t.add(f.states)}::text[])`)
  // Spelt out, so that the index of the rarer kind is known to fit.
  if (f.kind)
    all.push(f.kind === 'sample_delivery' ? `b.kind = 'sample_delivery'` : `b.kind = 'self_operated'`)
  if (f.deviceId !== null) all.push(`b.device_id = ${t.add(f.deviceId)}`)
  if (f.labId !== null) all.push(`b.lab_id = ${t.add(f.labId)}`)
  if (f.from) all.push(`lower(b.period) >= ${t.add(f.from)}`)
  if (f.until) all.push(`lower(b.period) < ${t.add(f.until)}`)
  if (f.ids) all.push(`b.id = any(${t.add(f.ids)}::int8[])`)
  if (f.after !== null) all.push(`b.id < ${t.add(f.after)}`)
  return all.length > 0 ? all.join(' and ') : 'true'
}

/**
 * Ids by every way in, each read along its own index and no further than asked for: what a list costs does not depend on how many
 * bookings there are, nor on what the planner thinks of arrays.
 */
function idsOf(f: Filters, t: Text, limit: number, columns: string): string {
  const where = whereOf(f, t)
  const most = t.add(limit)
  // Materialized: the planner, who does not know how few days these are, would rather read the newest bookings one by one.
  if (f.byStart)
    return `select * from (with s as materialized (select ${columns} from booking b where ${where}) select * from s order by id desc limit ${most}) x`
  if (!f.ways) return `select ${columns} from booking b where ${where} order by b.id desc limit ${most}`
  const parts = f.ways.map(({ column, values }) => {
    return `select x.* from unnest(${t.add(values)}::${typeOf(column)}[]) v(value), lateral (
      select ${columns} from booking b where b.${column} = v.value ${andPartial(column)} and ${where} order by b.id desc limit ${most}) x`
  })
  // Without parts there is no way in, and so no row; a row that comes in by two ways is one.
  return parts.length > 0 ? parts.join('\n union ') : `select ${columns} from booking b where false`
}

export async function count(ctx: Ctx, f: Filters): Promise<number> {
  const t = new Text()
  const ids = idsOf({ ...f, after: null }, t, COUNTED + 1, 'b.id')
  const [row] = await run<{ total: number }>(
    ctx.db,
    `select count(*) as total from (select id from (${ids}) x limit ${COUNTED + 1}) y`,
    t.values,
  )
  return row?.total ?? 0
}

export type Sort = 'id' | 'agenda' | 'startAt' | 'stateAt' | 'estimateFen'
const sortSql: Record<Exclude<Sort, 'agenda'>, string> = {
  id: 'x.id',
  startAt: 'x.start_at',
  stateAt: 'x.state_at',
  estimateFen: 'x.estimate_fen',
}
/** What waits for me, what runs, what is to come from the soonest on, what is over from the latest back. Without a time: last of those. */
const agendaSql = (waiting: string) => `
  case when x.id = any(${waiting}::int8[]) then 0 when x.state = 'in_use' then 1 when x.state in ${LIVE} then 2 else 3 end,
  case when x.state in ${LIVE} then x.start_at end, case when x.state in ${LIVE} then null else coalesce(x.start_at, x.state_at) end desc, x.id desc`

export interface Paging {
  sort: Sort
  direction: 'asc' | 'desc'
  offset: number
  size: number
  /** Those that wait for the person who asks: where the agenda begins. */
  waiting: readonly number[]
}
/** The ids of one page. Sorts other than by number look at every row, so those lists have to be short (see COUNTED). */
export async function pageIds(ctx: Ctx, f: Filters, p: Paging): Promise<number[]> {
  const t = new Text()
  const byNumber = p.sort === 'id' && p.direction === 'desc'
  const limit = byNumber ? p.offset + p.size : COUNTED
  const ids = idsOf(f, t, limit, 'b.id, b.state, lower(b.period) as start_at, b.state_at, b.estimate_fen')
  const order =
    p.sort === 'agenda'
      ? agendaSql(t.add(p.waiting))
      : `${sortSql[p.sort]} ${p.direction} nulls last, x.id desc`
  const rows = await run<{ id: number }>(
    ctx.db,
    `select x.id from (${ids}) x order by ${order} limit ${t.add(p.size)} offset ${t.add(p.offset)}`,
    t.values,
  )
  return rows.map((r) => r.id)
}

const ROWS = `select ${COLUMNS}, ${standingSql('d', 'l', 2)} from unnest($1::int8[]) with ordinality v(id, n) join ${FROM.replace('booking b', 'booking b on b.id = v.id')} order by v.n`
/** The rows of these ids, in their order, with the asking person's standing on each. */
export const rowsOf = (ctx: Ctx, ids: readonly number[]): Promise<ListedRow[]> =>
  ids.length > 0 ? run<ListedRow>(ctx.db, ROWS, [ids, ...personParams(ctx)]) : Promise.resolve([])

/** The bookings that a keyword means: by number, device, or who books, works or pays. Where they are very many, by what they have to have. */
export async function meant(
  ctx: Ctx,
  number: number | null,
  sought: Sought,
): Promise<{ ids: readonly number[] } | { within: Within }> {
  const [devices, people] = await Promise.all([
    idsCalled(ctx.db, 'device', sought),
    idsCalled(ctx.db, 'user_account', sought),
  ])
  const rows = await rowsMeant(ctx.db, [
    sql`select id from booking where id = ${number}`,
    sql`select id from booking where device_id = any(${devices}::int8[])`,
    sql`select id from booking where booker_id = any(${people}::int8[])`,
    sql`select id from booking where experimenter_id = any(${people}::int8[]) and experimenter_id <> booker_id`,
    sql`select id from booking where payer_id = any(${people}::int8[]) and payer_id <> booker_id`,
  ])
  if (rows) return { ids: rows }
  const persons = (['booker_id', 'experimenter_id', 'payer_id'] as const).map((column) => ({
    column,
    among: people,
  }))
  return {
    within: [
      { column: 'id', values: number === null ? [] : [number] },
      { column: 'device_id', among: devices },
      ...persons,
    ],
  }
}
