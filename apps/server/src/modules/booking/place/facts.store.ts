import { useStates } from '@portal/contract/use-ledger/use-ledger'
import type { BookingKind } from '@portal/contract/booking/booking'
import type { ExceptionFields, WindowFields } from '@portal/contract/opening/opening'
import { literals, run, type Db } from '../../../kernel/db.ts'
import { findWeekday } from '../../../kernel/time.ts'
import { together } from '../../../kernel/together.ts'
import { askedSql, type Asked } from '../../form/form.service.ts'
import type { Interval } from '../../opening/opening.rules.ts'
import type { Plan } from '../../price-plan/quote.rules.ts'
import type { Slot } from './alternatives.rules.ts'
import type { DeviceFacts, Opening, Used } from '../facts.rules.ts'
import { LIVE } from '../sql.store.ts'

// What a booking is judged by. One static statement gathers it, since this runs for every booking and every
// glance at a price.

/** Columns of table `opening`, o, under the names of the rules. */
export const OPENING = `o.enabled, o.self_operated as "selfOperated", o.sample_delivery as "sampleDelivery",
  o.capacity, o.grid_minutes as "gridMinutes", o.min_minutes as "minMinutes", o.max_minutes as "maxMinutes",
  o.horizon_days as "horizonDays", o.notice_minutes as "noticeMinutes",
  o.cancel_limit_minutes as "cancelLimitMinutes", o.cancel_fee_fen as "cancelFeeFen",
  o.grace_minutes as "graceMinutes", o.quota_day_minutes as "quotaDayMinutes",
  o.quota_week_minutes as "quotaWeekMinutes", o.quota_running as "quotaRunning",
  o.admitted_tiers as "admittedTiers", o.admitted_user_types as "admittedUserTypes",
  o.qualification_required as "qualificationRequired", o.pay_modes as "payModes",
  o.fund_card_required as "fundCardRequired"`

/**
 * Windows and exceptions of device d that have to do with the days $1 to $2 (parameter names), as JSON.
 * `and`: which windows only.
 */
export const scheduleSql = (firstDay: string, lastDay: string, and = '') => `
  (select coalesce(json_agg(json_build_object('weekday', w.weekday, 'fromMinute', w.from_minute, 'toMinute',
    w.to_minute,
      'validFrom', w.valid_from, 'validTo', w.valid_to, 'enabled', w.enabled)), '[]')
    from opening_window w where w.device_id = d.id and w.enabled
      and (w.valid_to is null or w.valid_to >= ${firstDay}::date)
        and (w.valid_from is null or w.valid_from <= ${lastDay}::date)${and}) as windows,
  (select coalesce(json_agg(json_build_object('deviceId', e.device_id, 'firstDay', e.first_day, 'lastDay',
    e.last_day, 'open', e.open,
      'fromMinute', e.from_minute, 'toMinute', e.to_minute, 'reason', e.reason)), '[]')
    from (select * from opening_exception where device_id = d.id
      union all select * from opening_exception where device_id is null) e
    where e.last_day >= ${firstDay}::date and e.first_day <= ${lastDay}::date) as exceptions`
export interface ScheduleColumns {
  windows: WindowFields[]
  exceptions: ExceptionFields[]
}

export interface FactsRow extends DeviceFacts, ScheduleColumns {
  deviceId: number
  deviceName: string
  labId: number
  labDeptId: number
  deviceDeptId: number
  opening: Opening | null
  plan: Plan | null
  /** Live bookings of others in the period. */
  taken: number[]
  payerId: number
  payerKnown: boolean
  payerType: string | null
  payerTier: string | null
  experimenterKnown: boolean
  /** Null of nobody we know. */
  experimenterType: string | null
  experimenterDeptId: number | null
  qualification: { validUntil: Date | null } | null
  /** The key for the booking to come; null unless asked for. */
  nextId: number | null
  /** The form that the device asks of who books; null: none. */
  askedForm: Asked | null
}

const FACTS = `
  select d.id as "deviceId", d.name as "deviceName", d.lab_id as "labId", l.dept_id as "labDeptId",
    d.dept_id as "deviceDeptId", d.status, d.status_note as "statusNote", d.shared, l.enabled as "labEnabled",
    ${OPENING}, ${scheduleSql('$4', '$5', ' and w.weekday = any($11)')},
    (select json_build_object('id', p.id, 'version', p.version, 'basis', p.basis, 'rates', p.rates)
      from price_plan p
      where p.device_id = d.id and p.effective @> $4::date
        order by (p.basis = 'per_sample') = ($6 = 'sample_delivery') desc limit 1) as plan,
        array(select b.seat from booking b where b.device_id = d.id and b.period && tstzrange($2, $3)
        and b.state in ${LIVE} and b.id <> $9) as taken, payer.id as "payerId",
        p.id is not null as "payerKnown", p.user_type as "payerType", p.tier as "payerTier",
    $8 = payer.id or coalesce(e.enabled, false) as "experimenterKnown", e.dept_id as "experimenterDeptId",
      e.user_type as "experimenterType", q.user_id is not null or r.reviews as qualified,
      case when not r.reviews then q.valid_until end as "validUntil",
    case when $10 then nextval('booking_id_seq') end as "nextId", ${askedSql('d', 'booking')} as "askedForm",
    case when d.status in ('maintenance', 'broken')
      and $9 <> 0 then (select r.expected_at from device_repair r where r.device_id = d.id
      and r.state <> 'done') end as "backAt"
  from device d join lab l on l.id = d.lab_id left join opening o on o.device_id = d.id
    cross join lateral (select coalesce($7,
      (select s.id from user_account u join user_account s on s.id = u.supervisor_id and s.enabled
        where u.id = $12), $12) as id) payer
    left join user_account p on p.id = payer.id and p.enabled
    left join user_account e on e.id = $8
    left join qualification q on q.device_id = d.id and q.user_id = $8
    -- Whoever judges others on a device needs nobody's word that he can use it.
    cross join lateral (select exists (select from device_reviewer v where v.user_id = $8
      and v.device_id = d.id)
      or exists (select from device_reviewer v where v.user_id = $8 and v.lab_id = d.lab_id) as reviews) r
  where d.id = $1`

export interface FactsQuery {
  deviceId: number
  kind: BookingKind
  /** Null: no time yet; the day then is today's. */
  period: Interval | null
  firstDay: string
  lastDay: string
  bookerId: number
  /** Null: the booker's supervisor, or himself if he has none. */
  payerId: number | null
  experimenterId: number
  /** The booking that is changed or extended: its own time is not in its way. */
  exceptId?: number
  /** Takes the key of a booking that will be written. */
  newId?: boolean
}
type FlatFacts = Omit<FactsRow, 'opening' | 'qualification'> & { [K in keyof Opening]: Opening[K] | null } & {
  qualified: boolean
  validUntil: Date | null
}

const WEEK = [1, 2, 3, 4, 5, 6, 7]
/** Most requests lie within one day: a seventh of the windows will do. */
const listWeekdays = ({ firstDay, lastDay }: FactsQuery): number[] =>
  firstDay === lastDay ? [findWeekday(firstDay)] : WEEK

/** Undefined: no such device. */
export async function findFacts(db: Db, q: FactsQuery, now: Date): Promise<FactsRow | undefined> {
  const { from, to } = q.period ?? { from: now, to: now } // an empty range: overlaps nothing
  const [row] = await run<FlatFacts>(db, FACTS, [
    q.deviceId,
    from,
    to,
    q.firstDay,
    q.lastDay,
    q.kind,
    q.payerId,
    q.experimenterId,
    q.exceptId ?? 0,
    q.newId ?? false,
    listWeekdays(q),
    q.bookerId,
  ])
  if (!row) return undefined
  // The columns of `opening` are all null, or none is but those that may be.
  return {
    ...row,
    opening: row.enabled === null ? null : (row as unknown as Opening),
    qualification: row.qualified ? { validUntil: row.validUntil } : null,
  }
}

const LOCK = `select pg_advisory_xact_lock(
  hashtextextended('booking quota ' || $1::int8 || ' ' || $2::int8, 0))`
const USED = `
  select coalesce(sum(extract(epoch from upper(b.period) - lower(b.period)) / 60) filter
    (where lower(b.period) >= $3 and lower(b.period) < $4), 0)::int as "dayMinutes",
    coalesce(sum(extract(epoch from upper(b.period) - lower(b.period)) / 60) filter
    (where lower(b.period) >= $5 and lower(b.period) < $6), 0)::int as "weekMinutes",
    (count(*) filter (where b.state in ${LIVE}))::int as running
  from booking b where b.device_id = $1 and b.booker_id = $2 and b.id <> $7
    and (b.state in ${LIVE} or b.state in (${literals([...useStates, 'no_show'])}) and lower(b.period) >= $5
      and lower(b.period) < $6)`
/**
 * What a booker has on a device in the day and week of a period, and how many of his bookings there are not
 * over. In a writing call (`lock`) his next request for the device waits for this one: two at once would both
 * find room in the quota.
 */
export async function findUsed(
  db: Db,
  q: { deviceId: number; bookerId: number; day: Interval; week: Interval; exceptId: number; lock: boolean },
): Promise<Used> {
  // The lock has to be a statement of its own, so that the next one sees what was committed while it waited.
  // Both travel together.
  const [, [used]] = await together([
    q.lock ? run(db, LOCK, [q.deviceId, q.bookerId]) : undefined,
    run<Used>(db, USED, [q.deviceId, q.bookerId, q.day.from, q.day.to, q.week.from, q.week.to, q.exceptId]),
  ])
  return used ?? { dayMinutes: 0, weekMinutes: 0, running: 0 }
}

const AROUND = `
  select ${scheduleSql('$4', '$5')},
    (select coalesce(json_agg(json_build_array(b.seat, extract(epoch from lower(b.period)) * 1000,
      extract(epoch from upper(b.period)) * 1000)), '[]')
      from booking b where b.device_id = d.id and b.period && tstzrange($2, $3) and b.state in ${LIVE}
        and b.id <> $6) as busy
  from device d where d.id = $1`
/** When a device is open and what is taken between two instants: where the next free slots are looked for. */
export async function findAround(
  db: Db,
  q: { deviceId: number; from: Date; to: Date; firstDay: string; lastDay: string; exceptId: number },
): Promise<ScheduleColumns & { busy: Slot[] }> {
  const [row] = await run<ScheduleColumns & { busy: [number, number, number][] }>(db, AROUND, [
    q.deviceId,
    q.from,
    q.to,
    q.firstDay,
    q.lastDay,
    q.exceptId,
  ])
  return {
    windows: row?.windows ?? [],
    exceptions: row?.exceptions ?? [],
    busy: (row?.busy ?? []).map(([seat, from, to]) => ({ seat, from: new Date(from), to: new Date(to) })),
  }
}

const TAKEN = `select b.seat from booking b where b.device_id = $1 and b.period && tstzrange($2, $3)
  and b.state in ${LIVE} and b.id <> $4`
/** Seats that others have at some time of the period, as it is now. */
export const findTaken = async (
  db: Db,
  deviceId: number,
  { from, to }: Interval,
  exceptId: number,
): Promise<number[]> =>
  (await run<{ seat: number }>(db, TAKEN, [deviceId, from, to, exceptId])).map((r) => r.seat)
