import type { FindingKind, FindingState } from '@portal/contract/iot/finding'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { readOne, readPage, type Condition, type List } from '../../kernel/list.store.ts'
import { REVIEWED_DEVICES } from '../../kernel/places.store.ts'

// Mismatches between bookings and what doors and currents report.

export interface FindingRecord {
  id: number
  kind: FindingKind
  state: FindingState
  stateAt: Date
  deviceId: number
  deviceName: string
  labId: number
  labName: string
  bookingId: number | null
  userId: number | null
  userName: string | null
  fromAt: Date
  toAt: Date
  decidedBy: string | null
  decisionReason: string | null
}
const FINDINGS: List = {
  table: 'iot_finding',
  as: 'f',
  row: `f.id, f.kind, f.state, f.state_at as "stateAt", f.device_id as "deviceId", d.name as "deviceName",
    d.lab_id as "labId", l.name as "labName", f.booking_id as "bookingId", f.user_id as "userId",
    u.name as "userName", f.from_at as "fromAt", f.to_at as "toAt", y.name as "decidedBy",
    f.decision_reason as "decisionReason"`,
  joins: `join device d on d.id = f.device_id join lab l on l.id = d.lab_id
    left join user_account u on u.id = f.user_id left join user_account y on y.id = f.decided_by`,
}
export const findFinding = (db: Db, id: number) => readOne<FindingRecord>(db, FINDINGS, id)

/** The instruments and laboratories that a person reviews or runs. */
export interface Places {
  reviewedDevices: number[]
  reviewedLabs: number[]
  ledLabs: number[]
}
const PLACES = `select
  ${REVIEWED_DEVICES} as "reviewedDevices",
  array(select lab_id from device_reviewer where user_id = $1 and lab_id is not null) as "reviewedLabs",
  array(select lab_id from lab_member where user_id = $1
    and role in ('lab_director', 'lab_admin')) as "ledLabs"`
export const readPlaces = (db: Db, userId: number) => runOne<Places>(db, PLACES, [userId])

export function listFindings(
  db: Db,
  places: Places | null,
  w: { state: FindingState | undefined; kind: FindingKind | undefined; id: number | undefined },
  at: { page: number; size: number },
) {
  const where: Condition[] = []
  if (places)
    where.push(sql`(f.device_id = any(${places.reviewedDevices}::int8[]) or f.device_id in
      (select id from device where lab_id = any(${[...places.reviewedLabs, ...places.ledLabs]}::int8[])))`)
  if (w.state) where.push(sql`f.state = ${w.state}`)
  if (w.kind) where.push(sql`f.kind = ${w.kind}`)
  if (w.id) where.push(sql`f.id = ${w.id}`)
  return readPage<FindingRecord>(db, FINDINGS, where, at)
}
const STEP = `update iot_finding set state = $3, state_at = $4, decided_by = $5, decision_reason = $6
  where id = $1 and state = $2 returning id`
export const step = async (
  ctx: Ctx,
  id: number,
  from: FindingState,
  to: FindingState,
  reason: string | null,
) => (await run(ctx.db, STEP, [id, from, to, ctx.now, ctx.me.id, reason])).length === 1

export interface Found {
  kind: FindingKind
  deviceId: number
  bookingId: number | null
  userId: number | null
  fromAt: Date
  toAt: Date
}
// The longest time before a booking that a door or switch comes on, and after it that it stays on (0112).
const AROUND = `interval '4 hours'`
// Bookings that the portal has as used, at an instrument with its own door or switch, although nothing
// shows that anybody came. The gateway was heard ten minutes after the end or later, so that events it
// kept during an outage have arrived; so was every other gateway of a door or switch that serves the
// instrument, since the entry may wait at that one. Another maker's device keeps no events and speaks when
// something is new, so its silence says nothing; a broken connection does. `switched_on` with way "grant"
// proves nothing: the switch passed the power on from the booking before. A door event names one right
// only, which may be another right of the same person, and none after a remote opening; so any entry of
// the booker or experimenter in time counts, and so does a remote opening. A door that was moved since
// then may have belonged to this instrument, so its events count too.
const UNUSED = `select distinct on (b.id) 'unused' as kind, b.device_id as "deviceId", b.id as "bookingId",
    b.experimenter_id as "userId", lower(b.period) as "fromAt", upper(b.period) as "toAt"
  from booking b join iot_sub_device s on s.device_id = b.device_id and s.kind in ('door', 'air_switch')
      and s.retired_at is null and greatest(s.created_at, s.restored_at, s.tied_at) < lower(b.period)
    join iot_gateway g on g.id = s.gateway_id and g.seen_at > b.finished_at + interval '10 minutes'
      and g.enrolled_at < lower(b.period)
  where b.kind = 'self_operated' and b.state in ('awaiting_test_order', 'done')
    and b.finished_at between $1 and $2
    and not exists (select from iot_event e where e.booking_id = b.id
      and (e.kind = 'opened' or e.kind = 'switched_on' and e.way is distinct from 'grant'))
    and not exists (select from iot_event e join iot_sub_device t on t.id = e.sub_device_id
        join device d on d.id = b.device_id and (t.tied_at > e.at or t.device_id = d.id or t.lab_id = d.lab_id
          or t.room_id = coalesce(d.room_id, (select l.room_id from lab l where l.id = d.lab_id)))
      where e.user_id in (b.booker_id, b.experimenter_id) and e.kind = 'opened'
        and e.at between lower(b.period) - ${AROUND} and b.finished_at
        and e.at >= lower(b.period) - t.lead_minutes * interval '1 minute')
    and not exists (select from iot_sub_device t join iot_event e on e.sub_device_id = t.id
      where t.device_id = b.device_id and e.command_id is not null and e.kind in ('opened', 'switched_on')
        and e.at between lower(b.period) - ${AROUND} and b.finished_at
        and e.at >= lower(b.period) - t.lead_minutes * interval '1 minute')
    and not exists (select from device d, iot_sub_device t join iot_gateway h on h.id = t.gateway_id
      where d.id = b.device_id and t.retired_at is null and t.kind in ('door', 'air_switch')
        and (t.device_id = d.id or t.lab_id = d.lab_id
          or t.room_id = coalesce(d.room_id, (select l.room_id from lab l where l.id = d.lab_id)))
        and h.enrolled_at < b.finished_at
        and case when h.mapping_id is null
          then coalesce(h.seen_at, '-infinity') <= b.finished_at + interval '10 minutes'
          else h.gone_at >= h.seen_at end)
    and not exists (select from iot_finding f where f.booking_id = b.id and f.kind = 'unused')
  order by b.id`
// Minutes with current that belong to no booking and no override, joined into runs; a run that still goes on
// is looked at later. A run that overlaps an earlier finding is the same one, since late readings and another
// grace time move its ends. The allowed times are gathered once for each switch: gathered for each minute,
// all bookings that an instrument ever had were read some thousand times a day. Overrides are those of the
// port, because they pass to a switch that replaces this one; those of a switch that was retired without a
// replacement ended with it.
const RUNNING = `with switches as materialized (
    select s.id, s.device_id, s.tied_at, (
      select coalesce(range_agg(tstzrange(x.from_at, x.to_at, '[]')), '{}') from (
        select lower(b.period) - s.lead_minutes * interval '1 minute' as from_at,
          coalesce(b.finished_at, greatest(upper(b.period), $2))
            + greatest(s.grace_minutes, 5) * interval '1 minute' as to_at
        from (
          select period, finished_at from booking where device_id = s.device_id
            and state in ('in_use', 'awaiting_use') and lower(period) < $2::timestamptz + ${AROUND}
          union all
          select period, finished_at from booking where device_id = s.device_id
            and state in ('awaiting_test_order', 'done') and finished_at >= $1::timestamptz - ${AROUND}
        ) b
        union all
        select t.from_at, least(t.to_at, t.withdrawn_at, p.retired_at) + interval '5 minutes'
        from iot_sub_device p join iot_grant t on t.sub_device_id = p.id
        where p.gateway_id = s.gateway_id and p.number = s.number
          and t.kind = 'override' and t.from_at < $2 and t.to_at >= $1::timestamptz - ${AROUND}
      ) x where x.from_at <= x.to_at
    ) as allowed
    from iot_sub_device s where s.kind = 'air_switch' and s.device_id is not null
  ), ran as (
    select s.device_id, m.at from switches s join iot_reading_minute m on m.sub_device_id = s.id
    where m.at >= $1 and m.at < $2 and m.amps_most > 0.5 and not s.allowed @> m.at
      and m.at >= coalesce(s.tied_at, '-infinity')
  ), steps as (
    select device_id, at, case when at - lag(at) over (partition by device_id order by at)
      <= interval '10 minutes' then 0 else 1 end as first from ran
  ), runs as (
    select device_id, at, sum(first) over (partition by device_id order by at) as run from steps
  ), islands as (
    select device_id, min(at) as from_at, max(at) + interval '1 minute' as to_at from runs
    group by device_id, run
  )
  select case when b.id is null then 'unbooked' else 'longer' end as kind, i.device_id as "deviceId",
    b.id as "bookingId", coalesce(b.experimenter_id, o.user_id) as "userId", i.from_at as "fromAt",
    i.to_at as "toAt"
  from islands i
    left join lateral (select b.id, b.experimenter_id from booking b where b.device_id = i.device_id
      and b.finished_at between i.from_at - interval '60 minutes' and i.from_at
      order by b.finished_at desc limit 1) b on true
    left join lateral (select e.user_id from iot_event e join iot_sub_device s on s.id = e.sub_device_id
      where s.device_id = i.device_id and e.kind = 'opened' and e.user_id is not null
        and e.at >= coalesce(s.tied_at, '-infinity')
        and e.at between i.from_at - interval '2 hours' and i.to_at
      order by e.at desc limit 1) o on true
  where i.to_at - i.from_at >= interval '10 minutes' and i.from_at > $1 + interval '20 minutes'
    and i.to_at < $2 - interval '15 minutes'
    and not exists (select from iot_finding f where f.device_id = i.device_id
      and f.from_at < i.to_at and f.to_at > i.from_at and f.kind in ('unbooked', 'longer'))
  order by i.device_id, i.from_at`
export const readUnused = (db: Db, from: Date, to: Date) => run<Found>(db, UNUSED, [from, to])
export const readRunning = (db: Db, from: Date, to: Date) => run<Found>(db, RUNNING, [from, to])

const ADD = `insert into iot_finding (kind, state, state_at, device_id, booking_id, user_id, from_at, to_at,
    found_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $3) returning id`
export const addFinding = async (ctx: Ctx, state: FindingState, f: Found) =>
  (
    await runOne<{ id: number }>(ctx.db, ADD, [
      f.kind,
      state,
      ctx.now,
      f.deviceId,
      f.bookingId,
      f.userId,
      f.fromAt,
      f.toAt,
    ])
  ).id
