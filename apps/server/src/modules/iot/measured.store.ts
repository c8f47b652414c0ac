import { run, runOne, type Db } from '../../kernel/db.ts'
import type { ReadingTable } from './measured.rules.ts'

// What doors, switches and meters report about a booking.

export interface MeasuredBooking {
  id: number
  deviceId: number
  people: number[]
  startAt: Date
  endAt: Date
  finishedAt: Date | null
  /** When the use before this one ended; null: there was none. */
  previousEnd: Date | null
  /** When the use after this one began; null: none did within an hour. */
  nextStart: Date | null
}
// The use after this one is sought among the real uses of the hour that is searched for current, which
// booking_use_no_overlap finds: sought by the ends of bookings, all of the years since would be read.
const BOOKING = `select b.id, b.device_id as "deviceId",
    array[b.booker_id, b.experimenter_id, b.payer_id] as people, lower(b.period) as "startAt",
    upper(b.period) as "endAt", b.finished_at as "finishedAt",
    (select max(p.finished_at) from booking p where p.device_id = b.device_id and p.id <> b.id
      and p.finished_at <= coalesce(b.started_at, lower(b.period))) as "previousEnd",
    (select min(lower(n.used)) from booking n where n.device_id = b.device_id and n.id <> b.id
      and n.used && tstzrange(x.ended, x.ended + interval '1 hour')
      and lower(n.used) >= x.ended) as "nextStart"
  from booking b cross join lateral (select coalesce(b.finished_at, upper(b.period)) as ended) x
  where b.id = $1`
export const findMeasured = async (db: Db, id: number) => (await run<MeasuredBooking>(db, BOOKING, [id]))[0]
const KEEPS = `select from device d where d.id = $1 and (
    exists (select from device_reviewer v where v.user_id = $2
      and (v.device_id = d.id or v.lab_id = d.lab_id))
    or exists (select from lab_member m where m.lab_id = d.lab_id and m.user_id = $2
      and m.role in ('lab_director', 'lab_admin')))`
/** Whether the user reviews the instrument or runs its laboratory. */
export const keepsDevice = async (db: Db, deviceId: number, userId: number) =>
  (await run(db, KEEPS, [deviceId, userId])).length === 1

export interface Told {
  enteredAt: Date | null
  poweredFrom: Date | null
  poweredTo: Date | null
}
// Power that came on again has not ended: a plug may be pressed off and on within a use, and stay on into the
// next one.
const TOLD = `select min(at) filter (where kind = 'opened') as "enteredAt",
    min(at) filter (where kind = 'switched_on') as "poweredFrom",
    case when max(at) filter (where kind = 'switched_off')
        >= coalesce(max(at) filter (where kind = 'switched_on'), '-infinity')
      then max(at) filter (where kind = 'switched_off') end as "poweredTo"
  from iot_event where booking_id = $1`
export const readTold = (db: Db, bookingId: number) => runOne<Told>(db, TOLD, [bookingId])

/** Electronics on standby draw up to this much. */
const IDLE_AMPS = 0.5
// Energy is the sum of the meter's increments: a new meter in its place starts lower, which counts as 0.
// Readings from before the unit was attached to this instrument measured something else.
const RAN = (
  table: ReadingTable,
  amps: 'amps' | 'amps_most',
  from: string,
) => `select min(r.at) filter (where r.amps > ${IDLE_AMPS}) as "ranFrom",
    max(r.at) filter (where r.amps > ${IDLE_AMPS}) as "ranTo",
    sum(c.kwh) as kwh
  from (select r.sub_device_id, r.at, r.${amps} as amps from iot_sub_device s
      join ${table} r on r.sub_device_id = s.id and r.at between ${from} and $3
        and r.at >= coalesce(s.tied_at, '-infinity')
    where s.device_id = $1 and s.kind = 'air_switch') r
    full join (select greatest(0, r.kwh - lag(r.kwh) over (partition by s.id order by r.at, r.kwh)) as kwh
    from iot_sub_device s join ${table} r on r.sub_device_id = s.id and r.at between ${from} and $3
        and r.at >= coalesce(s.tied_at, '-infinity')
    where s.device_id = $1 and s.kind = 'meter' and r.kwh is not null) c on false`
const RANS: Record<ReadingTable, string> = {
  iot_reading: RAN('iot_reading', 'amps', '$2'),
  // A minute stands at its beginning.
  iot_reading_minute: RAN('iot_reading_minute', 'amps_most', `date_trunc('minute', $2::timestamptz)`),
}
export interface Ran {
  ranFrom: Date | null
  ranTo: Date | null
  kwh: number | null
}
export const readRan = (db: Db, table: ReadingTable, deviceId: number, from: Date, to: Date) =>
  runOne<Ran>(db, RANS[table], [deviceId, from, to])
const RAN_THAT_DAY = `select from iot_sub_device s join iot_reading_day r on r.sub_device_id = s.id
    and r.at > $2::timestamptz - interval '1 day' and r.at <= $3
  where s.device_id = $1 and s.kind = 'air_switch' and r.amps_most > ${IDLE_AMPS}
    and coalesce(s.tied_at, '-infinity') <= $3 limit 1`
/** Whether current flowed on a day of this time, at whatever hour; values by day are kept for good. */
export const hasRunThatDay = async (db: Db, deviceId: number, from: Date, to: Date) =>
  (await run(db, RAN_THAT_DAY, [deviceId, from, to])).length === 1
