import type { EventKind } from '@portal/contract/iot/door-access'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { findCalled, findFew, readFirst, walkList, type Condition } from '../../kernel/list.store.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import { EVENTS, type EventRecord } from './event.store.ts'
import { makeLike } from './gateway.store.ts'
import type { Placed } from './monitor.rules.ts'
import { keptBy, type Keeper } from './unit.store.ts'

// The current state of all doors and switches, in one statement however many there are; events and alarms.

// $1: earlier entries are ignored. $2: older alarms are not counted. $3: whose doors; null means all doors. A
// person is where a door last let them in, unless their booking is over or they left by name. Anonymous exits
// by button since then are subtracted from the people in the room, whoever pressed it.
const PRESENT = `recent as materialized (
    select e.id, e.user_id, e.sub_device_id, e.way, e.at, e.booking_id
    from iot_event e where e.at > $1 and e.kind = 'opened'
      and e.at <= e.received_at + interval '1 hour'),
  latest as (
    select distinct on (user_id) user_id, sub_device_id, way, at, booking_id
    from recent where user_id is not null order by user_id, at desc, id desc),
  present as materialized (
    select l.* from latest l left join booking b on b.id = l.booking_id
    where l.way is distinct from 'button' and (b.id is null or b.state in ('awaiting_use', 'in_use'))),
  many as (select sub_device_id, count(*)::int as n, min(at) as since from present group by sub_device_id),
  inside as materialized (
    select m.sub_device_id, greatest(0, m.n - count(r.id)::int) as n
    from many m left join recent r on r.sub_device_id = m.sub_device_id and r.at > m.since
      and r.way = 'button' and r.user_id is null
    group by m.sub_device_id, m.n)`
const MINE = `($3::int8 is null or exists (select from iot_labs(s) x(id) join lab_member m on m.lab_id = x.id
    where m.user_id = $3 and m.role in ('lab_director', 'lab_admin')))`
const units = (more: { columns?: string; joins?: string } = {}) => `with ${PRESENT},
  waiting as (
    select e.sub_device_id, count(*)::int as n from iot_alarm a join iot_event e on e.id = a.event_id
    where a.acknowledged_at is null and e.at > $2
    group by e.sub_device_id)
  select s.kind, coalesce(b.name, '') as building, coalesce(r.name, l.name, '') as room,
    g.seen_at as "seenAt", g.gone_at as "goneAt", g.mapping_id is not null as foreign,
    s.state, s.state_at as "stateAt",
    moved.kind as "eventKind", moved.received_at as "eventHeardAt", coalesce(i.n, 0) as inside,
    coalesce(w.n, 0) as alarms${more.columns ?? ''}
  from iot_sub_device s join iot_gateway g on g.id = s.gateway_id
    left join device d on d.id = s.device_id left join lab l on l.id = coalesce(s.lab_id, d.lab_id)
    left join room r on r.id = coalesce(s.room_id, d.room_id, l.room_id)
    left join building b on b.id = r.building_id
    left join lateral (select e.kind, e.received_at from iot_event e
      where s.kind = 'door' and e.sub_device_id = s.id and e.kind in ('opened', 'closed', 'forced', 'held')
      order by e.id desc limit 1) moved on true
    left join inside i on i.sub_device_id = s.id
    left join waiting w on w.sub_device_id = s.id${more.joins ?? ''}
  where s.retired_at is null and s.kind in ('door', 'air_switch') and ${MINE}`
/** The query for the wall selects nothing that names a person. */
const WALL = units()
export const readWall = (db: Db, since: { entries: Date; alarms: Date }) =>
  run<Placed>(db, WALL, [since.entries, since.alarms, null])

export interface MonitoredUnit extends Placed {
  id: number
  name: string
  reading: { amps?: number } | null
  readingAt: Date | null
  lastId: number | null
  lastName: string | null
  lastAt: Date | null
}
const MONITOR = units({
  columns: `, s.id, s.name, s.reading, s.reading_at as "readingAt", let.user_id as "lastId",
    u.name as "lastName", let.at as "lastAt"`,
  joins: `
    left join lateral (select e.user_id, e.at from iot_event e
      where s.kind = 'door' and e.sub_device_id = s.id and e.kind = 'opened' and e.user_id is not null
      order by e.id desc limit 1) let on true
    left join user_account u on u.id = let.user_id`,
})
const whose = (k: Keeper) => (k.all ? null : k.userId)
export const readUnits = (db: Db, keeper: Keeper, since: { entries: Date; alarms: Date }) =>
  run<MonitoredUnit>(db, `${MONITOR} order by 2, 3, s.name, s.id`, [
    since.entries,
    since.alarms,
    whose(keeper),
  ])

export interface InsideRecord {
  userId: number
  userName: string
  unitId: number
  unitName: string
  at: Date
  bookingId: number | null
}
// $2 is unused here; it keeps the parameters in the same places as above.
const INSIDE = `with ${PRESENT}
  select p.user_id as "userId", u.name as "userName", s.id as "unitId", s.name as "unitName", p.at,
    p.booking_id as "bookingId"
  from present p join inside i on i.sub_device_id = p.sub_device_id and i.n > 0
    join iot_sub_device s on s.id = p.sub_device_id join user_account u on u.id = p.user_id
  where s.retired_at is null and $2::timestamptz is not null and ${MINE}
  order by p.at desc, p.user_id`
export const listInside = (db: Db, keeper: Keeper, since: { entries: Date; alarms: Date }) =>
  run<InsideRecord>(db, INSIDE, [since.entries, since.alarms, whose(keeper)])

// ── Events and alarms ────────────────────────────────────────────────────────

export interface WantedLog {
  keyword?: string | undefined
  unitId?: number | undefined
  kind?: EventKind | undefined
  fromAt?: Date | null
  untilAt?: Date | null
  waiting?: boolean | undefined
  before?: number | undefined
}
/**
 * Events at doors whose name matches, or of people whose name matches. Few matches are looked up by id; with
 * many, reading the newest events fills a page faster.
 */
async function matchWord(db: Db, keyword: string): Promise<Condition> {
  const sought = queryGrams(keyword)
  const people = sought ? await findCalled(db, 'user_account', sought) : []
  const named = await run<{ id: number }>(db, NAMED, [makeLike(keyword)])
  const ofPeople = sql`user_id = any(${people}::int8[])`
  const atUnits = sql`sub_device_id = any(${named.map((n) => n.id)}::int8[])`
  const few = await findFew(db, [
    sql`select id from iot_event where ${ofPeople}`,
    sql`select id from iot_event where ${atUnits}`,
  ])
  return few ? sql`e.id = any(${few}::int8[])` : sql`(${ofPeople} or ${atUnits})`
}
const NAMED = 'select id from iot_sub_device where name ilike $1'

async function listConditions(db: Db, keeper: Keeper, w: WantedLog): Promise<Condition[]> {
  const where: Condition[] = []
  // The array is computed once; a join would check the sub-device of each event.
  if (!keeper.all)
    where.push(sql`e.sub_device_id = any(array(select s.id from iot_sub_device s where ${keptBy(keeper)}))`)
  if (w.keyword) where.push(await matchWord(db, w.keyword))
  if (w.unitId) where.push(sql`e.sub_device_id = ${w.unitId}`)
  if (w.kind) where.push(sql`e.kind = ${w.kind}`)
  if (w.waiting) where.push(sql`e.id in (select event_id from iot_alarm where acknowledged_at is null)`)
  if (w.fromAt) where.push(sql`e.at >= ${w.fromAt}`)
  if (w.untilAt) where.push(sql`e.at < ${w.untilAt}`)
  if (w.before) where.push(sql`e.id < ${w.before}`)
  return where
}
export async function readLog(db: Db, keeper: Keeper, w: WantedLog, size: number) {
  const rows = await readFirst<EventRecord>(db, EVENTS, await listConditions(db, keeper, w), size + 1)
  const items = rows.slice(0, size)
  return { items, next: rows.length > size ? (items.at(-1)?.id ?? null) : null }
}
export async function* walkLog(db: Db, keeper: Keeper, w: WantedLog): AsyncGenerator<EventRecord> {
  yield* walkList<EventRecord>(db, EVENTS, await listConditions(db, keeper, w))
}
// ── The wall's setting ───────────────────────────────────────────────────────

export interface WallSetting {
  enabled: boolean
  title: string
}
export const readSetting = (db: Db) =>
  runOne<WallSetting>(db, 'select enabled, title from gate_wall_setting', [])
export const writeSetting = (ctx: Ctx, s: WallSetting) =>
  run(ctx.db, 'update gate_wall_setting set enabled = $1, title = $2, updated_by = $3, updated_at = $4', [
    s.enabled,
    s.title,
    ctx.me.id,
    ctx.now,
  ])
