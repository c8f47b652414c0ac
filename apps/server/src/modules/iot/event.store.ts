import type { EventKind, EventWay } from '@portal/contract/iot/door-access'
import type { UnitKind } from '@portal/contract/iot/iot'
import { alarmKinds } from '@portal/contract/iot/door-access'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { readOne, readPage, walkList, type Condition, type List } from '../../kernel/list.store.ts'
import { makeLike } from './gateway.store.ts'
import { keptBy, type Keeper } from './unit.store.ts'

// What happened at doors and switches; appended to only.

export interface NewEvent {
  seq: number
  unit: number | null
  kind: EventKind
  at: Date
  way: EventWay | null
  userId: number | null
  bookingId: number | null
  grantId: number | null
  commandId: number | null
  note: string | null
}
// A reference to a row that does not exist is stored as null; the event itself is kept.
const ADD = `insert into iot_event (gateway_id, epoch, seq, sub_device_id, kind, at, received_at, way,
    user_id, booking_id, grant_id, command_id, note)
  values ($1, $2, $3,
    (select id from iot_sub_device where gateway_id = $1 and number = $4 and retired_at is null),
    $5, $6, $7, $8, (select id from user_account where id = $9), (select id from booking where id = $10),
    (select id from iot_grant where id = $11),
    (select id from iot_command where id = $12 and gateway_id = $1), $13) returning id`
export const addEvent = (db: Db, line: { id: number; epoch: number }, e: NewEvent, now: Date) =>
  runOne<{ id: number }>(db, ADD, [
    line.id,
    line.epoch,
    e.seq,
    e.unit,
    e.kind,
    e.at,
    now,
    e.way,
    e.userId,
    e.bookingId,
    e.grantId,
    e.commandId,
    e.note,
  ])

export interface EventRecord {
  id: number
  gatewayId: number
  gatewayName: string
  unitId: number | null
  unitName: string | null
  kind: EventKind
  way: EventWay | null
  at: Date
  receivedAt: Date
  userId: number | null
  userName: string | null
  bookingId: number | null
  commandBy: string | null
  commandReason: string | null
  note: string | null
  alarm: boolean
  acknowledgedBy: string | null
  acknowledgedAt: Date | null
  acknowledgedNote: string | null
}
export const EVENTS: List = {
  table: 'iot_event',
  as: 'e',
  row: `e.id, e.gateway_id as "gatewayId", g.name as "gatewayName", e.sub_device_id as "unitId",
    s.name as "unitName", e.kind, e.way, e.at, e.received_at as "receivedAt", e.user_id as "userId",
    u.name as "userName", e.booking_id as "bookingId", y.name as "commandBy", c.reason as "commandReason",
    e.note, a.event_id is not null as alarm, k.name as "acknowledgedBy",
    a.acknowledged_at as "acknowledgedAt", a.note as "acknowledgedNote"`,
  joins: `join iot_gateway g on g.id = e.gateway_id left join iot_sub_device s on s.id = e.sub_device_id
    left join user_account u on u.id = e.user_id left join iot_command c on c.id = e.command_id
    left join user_account y on y.id = c.by_id left join iot_alarm a on a.event_id = e.id
    left join user_account k on k.id = a.acknowledged_by`,
}
export interface WantedEvents {
  keyword: string | undefined
  unitId: number | undefined
  gatewayId: number | undefined
  labId: number | undefined
  unitKind: UnitKind | undefined
  kind: EventKind | undefined
  fromAt: Date | null
  untilAt: Date | null
  alarms: boolean
  open: boolean
}
// Reviewers of what a door serves are notified of its alarms, so they see its events too.
const reviewedBy = ({ userId }: Keeper): Condition =>
  sql`exists (select from device_reviewer v where v.user_id = ${userId}
    and (v.device_id = s.device_id or v.lab_id in (select * from iot_labs(s))))`
function listConditions(keeper: Keeper, w: WantedEvents): Condition[] {
  const where: Condition[] = []
  if (!keeper.all)
    where.push(sql`e.sub_device_id in (select s.id from iot_sub_device s
      where ${keptBy(keeper)} or ${reviewedBy(keeper)})`)
  if (w.keyword) {
    const like = makeLike(w.keyword)
    where.push(sql`(e.user_id in (select id from user_account where name ilike ${like})
      or e.sub_device_id in (select id from iot_sub_device where name ilike ${like}))`)
  }
  if (w.unitId) where.push(sql`e.sub_device_id = ${w.unitId}`)
  if (w.gatewayId) where.push(sql`e.gateway_id = ${w.gatewayId}`)
  if (w.labId)
    where.push(sql`e.sub_device_id in (select s.id from iot_sub_device s where ${w.labId} in
      (select * from iot_labs(s)))`)
  if (w.unitKind)
    where.push(sql`e.sub_device_id in (select id from iot_sub_device where kind = ${w.unitKind})`)
  if (w.kind) where.push(sql`e.kind = ${w.kind}`)
  if (w.alarms) where.push(sql`e.kind = any(${[...alarmKinds]})`)
  if (w.open) where.push(sql`e.id in (select event_id from iot_alarm where acknowledged_at is null)`)
  if (w.fromAt) where.push(sql`e.at >= ${w.fromAt}`)
  if (w.untilAt) where.push(sql`e.at < ${w.untilAt}`)
  return where
}
export const listEvents = (db: Db, keeper: Keeper, w: WantedEvents, at: { page: number; size: number }) =>
  readPage<EventRecord>(db, EVENTS, listConditions(keeper, w), at)
export const walkEvents = (db: Db, keeper: Keeper, w: WantedEvents) =>
  walkList<EventRecord>(db, EVENTS, listConditions(keeper, w))
export const findEvent = (db: Db, id: number) => readOne<EventRecord>(db, EVENTS, id)

// ── Alarms ───────────────────────────────────────────────────────────────────

// Alarms of one kind at one door are reported once in ten minutes. Both clocks have to be within the ten
// minutes: the gateway's, since the events of a night without network arrive together, and the portal's,
// since the gateway's clock may be wrong.
const RAISE = `insert into iot_alarm (event_id, told)
  select e.id, not exists (select from iot_alarm a join iot_event o on o.id = a.event_id
    where o.sub_device_id = e.sub_device_id and o.kind = e.kind and o.id < e.id
      and o.at between e.at - interval '10 minutes' and e.at + interval '10 minutes'
      and o.received_at > e.received_at - interval '10 minutes' and a.told)
  from iot_event e where e.id = $1 and e.sub_device_id is not null returning told`
export const raiseAlarm = async (db: Db, eventId: number) =>
  (await run<{ told: boolean }>(db, RAISE, [eventId]))[0]?.told === true
/**
 * Directors, administrators and reviewers of what the door serves. People who watch the whole campus are
 * notified only of forced doors and of doors without a laboratory; refused cards would be too many for them.
 */
const TOLD = `with s as (select * from iot_sub_device where id = $1), told (id) as (
    select m.user_id from s, iot_labs(s) x(id) join lab_member m on m.lab_id = x.id
      where m.role in ('lab_director', 'lab_admin')
    union select v.user_id from s join device_reviewer v on v.device_id = s.device_id
    union select v.user_id from s, iot_labs(s) x(id) join device_reviewer v on v.lab_id = x.id
    union select r.user_id from user_role r join role_permission p on p.role_id = r.role_id
      join permission q on q.id = p.permission_id where q.code = 'GATE_MONITOR_ALL'
        and ($2 = 'forced' or not exists (select from s, iot_labs(s))))
  select u.id as "userId" from told join user_account u on u.id = told.id and u.enabled`
export const readWatchers = async (db: Db, unitId: number, kind: EventKind) =>
  (await run<{ userId: number }>(db, TOLD, [unitId, kind])).map((r) => r.userId)
const REVIEWS = 'select from device_reviewer where user_id = $1 limit 1'
export const reviewsAny = async (db: Db, userId: number) => (await run(db, REVIEWS, [userId])).length === 1
const ACKNOWLEDGE = `update iot_alarm set acknowledged_by = $2, acknowledged_at = $3, note = $4
  where event_id = $1 and acknowledged_at is null returning event_id`
export const acknowledge = async (ctx: Ctx, eventId: number, note: string) =>
  (await run(ctx.db, ACKNOWLEDGE, [eventId, ctx.me.id, ctx.now, note])).length === 1

const WORKING = `select b.id as "bookingId", array[b.booker_id, b.experimenter_id] as "userIds",
    d.name as "deviceName", s.name as "unitName", s.warn_minutes as minutes, e.at
  from iot_event e join iot_sub_device s on s.id = e.sub_device_id join booking b on b.id = e.booking_id
    join device d on d.id = b.device_id where e.id = $1`
export const findWorking = async (db: Db, eventId: number) => {
  const [told] = await run<{
    bookingId: number
    userIds: number[]
    deviceName: string
    unitName: string
    minutes: number
    at: Date
  }>(db, WORKING, [eventId])
  return told && { ...told, userIds: [...new Set(told.userIds)] }
}
