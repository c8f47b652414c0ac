import { useStates } from '@portal/contract/use-ledger/use-ledger'
import type { BookingKind } from '@portal/contract/booking/booking'
import { literals, run, type Db } from '../../../kernel/db.ts'
import { together } from '../../../kernel/together.ts'
import type { Interval } from '../../opening/opening.rules.ts'
import type { Plan } from '../../price-plan/quote.rules.ts'
import type { Slot } from './alternatives.rules.ts'
import type { Used } from '../facts.rules.ts'
import { LIVE } from '../sql.store.ts'
import { EXCEPTION, WINDOW, type DatedPlan, type DeviceRules } from './rules.store.ts'

// What a booking is judged by, besides the rules of its device, which are known (rules.action.ts). One static
// statement gathers it, since this runs for every booking and every glance at a price.

/**
 * Windows and exceptions of device d that have to do with the days $1 to $2 (parameter names), as JSON.
 */
export const scheduleSql = (firstDay: string, lastDay: string) => `
  (select coalesce(json_agg(${WINDOW}), '[]')
    from opening_window w where w.device_id = d.id and w.enabled
      and (w.valid_to is null or w.valid_to >= ${firstDay}::date)
        and (w.valid_from is null or w.valid_from <= ${lastDay}::date)) as windows,
  (select coalesce(json_agg(${EXCEPTION}), '[]')
    from (select * from opening_exception where device_id = d.id
      union all select * from opening_exception where device_id is null) e
    where e.last_day >= ${firstDay}::date and e.first_day <= ${lastDay}::date) as exceptions`

/** Of a booking's people, and of what is taken: what is another thing with each request. */
interface People {
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
  /** The key for the booking to come; null unless asked for. */
  nextId: number | null
  backAt: Date | null
}
export interface FactsRow extends DeviceRules, People {
  plan: Plan | null
  qualification: { validUntil: Date | null } | null
}

const PEOPLE = `
  select array(select b.seat from booking b where b.device_id = d.id and b.period && tstzrange($2, $3)
      and b.state in ${LIVE} and b.id <> $6) as taken, payer.id as "payerId",
    p.id is not null as "payerKnown", p.user_type as "payerType", p.tier as "payerTier",
    $5 = payer.id or coalesce(e.enabled, false) as "experimenterKnown", e.dept_id as "experimenterDeptId",
    e.user_type as "experimenterType", q.known is not null as qualified, q.valid_until as "validUntil",
    case when $7 then nextval('booking_id_seq') end as "nextId",
    case when d.status in ('maintenance', 'broken')
      and $6 <> 0 then (select r.expected_at from device_repair r where r.device_id = d.id
      and r.state <> 'done') end as "backAt"
  from device d
    cross join lateral (select coalesce($4,
      (select s.id from user_account u join user_account s on s.id = u.supervisor_id and s.enabled
        where u.id = $8), $8) as id) payer
    left join user_account p on p.id = payer.id and p.enabled
    left join user_account e on e.id = $5
    -- The longest that he has, be it over.
    left join lateral (select true as known, m.valid_until from may_operate(d.id, d.lab_id, $5, '-infinity') m
      order by m.valid_until desc nulls first limit 1) q on true
  where d.id = $1`

export interface FactsQuery {
  deviceId: number
  kind: BookingKind
  /** Null: no time yet; the day then is today's. */
  period: Interval | null
  firstDay: string
  bookerId: number
  /** Null: the booker's supervisor, or himself if he has none. */
  payerId: number | null
  experimenterId: number
  /** The booking that is changed or extended: its own time is not in its way. */
  exceptId?: number
  /** Takes the key of a booking that will be written. */
  newId?: boolean
}
/** The price that holds on a day, of its kind rather than of the other one. */
function choosePlan(plans: readonly DatedPlan[], day: string, kind: BookingKind): Plan | null {
  const valid = plans.filter((p) => (p.from ?? day) <= day && (p.to === null || day < p.to))
  const fits = (p: Plan) => (p.basis === 'per_sample') === (kind === 'sample_delivery')
  const plan = valid.find(fits) ?? valid[0]
  return plan ? { id: plan.id, version: plan.version, basis: plan.basis, rates: plan.rates } : null
}

/** `known`: the rules of the device, which may still be on their way. Undefined: no such device. */
export async function findFacts(
  db: Db,
  q: FactsQuery,
  now: Date,
  known: Promise<{ rules: DeviceRules } | undefined>,
): Promise<FactsRow | undefined> {
  const { from, to } = q.period ?? { from: now, to: now } // an empty range: overlaps nothing
  const [about, [row]] = await together([
    known,
    run<People & { qualified: boolean; validUntil: Date | null }>(db, PEOPLE, [
      q.deviceId,
      from,
      to,
      q.payerId,
      q.experimenterId,
      q.exceptId ?? 0,
      q.newId ?? false,
      q.bookerId,
    ]),
  ])
  if (!about || !row) return undefined
  return {
    ...about.rules,
    ...row,
    plan: choosePlan(about.rules.plans, q.firstDay, q.kind),
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

const BUSY = `select b.seat, extract(epoch from lower(b.period))::float8 * 1000 as from,
    extract(epoch from upper(b.period))::float8 * 1000 as to
  from booking b where b.device_id = $1 and b.period && tstzrange($2, $3) and b.state in ${LIVE}
    and b.id <> $4`
/** What is taken between two instants: between it the next free slots are looked for. */
export const findBusy = async (
  db: Db,
  deviceId: number,
  { from, to }: Interval,
  exceptId: number,
): Promise<Slot[]> =>
  (await run<{ seat: number; from: number; to: number }>(db, BUSY, [deviceId, from, to, exceptId])).map(
    (b) => ({ seat: b.seat, from: new Date(b.from), to: new Date(b.to) }),
  )

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
