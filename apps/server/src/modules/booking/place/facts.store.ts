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

// The facts that judge a booking, besides the cached rules of its device (rules.action.ts). One static
// statement reads them, since it runs for every booking and every price preview.

/**
 * Opening windows and exceptions of device d that touch the days from `firstDay` to `lastDay` (SQL parameter
 * names), as JSON.
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

/** Facts about the booking's people and the taken seats, which differ with each request. */
interface People {
  /** Seats of other live bookings in the period. */
  taken: number[]
  payerId: number
  payerKnown: boolean
  payerType: string | null
  payerTier: string | null
  experimenterKnown: boolean
  /** Null: the experimenter is unknown. */
  experimenterType: string | null
  experimenterDeptId: number | null
  /** The id for the new booking; null unless asked for. */
  nextId: number | null
  backAt: Date | null
}
interface PeopleRow extends People, Used {
  qualified: boolean
  validUntil: Date | null
}
export interface FactsRow extends DeviceRules, People {
  plan: Plan | null
  qualification: { validUntil: Date | null } | null
  /** Null unless asked for. */
  used: Used | null
}

/** The parameters of the day and the week follow each other from number `n`. */
const usedSql = (booker: string, except: string, n: number) => `
  select coalesce(sum(extract(epoch from upper(b.period) - lower(b.period)) / 60) filter
    (where lower(b.period) >= $${n} and lower(b.period) < $${n + 1}), 0)::int as "dayMinutes",
    coalesce(sum(extract(epoch from upper(b.period) - lower(b.period)) / 60) filter
    (where lower(b.period) >= $${n + 2} and lower(b.period) < $${n + 3}), 0)::int as "weekMinutes",
    (count(*) filter (where b.state in ${LIVE}))::int as running
  from booking b where b.device_id = $1 and b.booker_id = ${booker} and b.id <> ${except}
    and (b.state in ${LIVE} or b.state in (${literals([...useStates, 'no_show'])})
      and lower(b.period) >= $${n + 2} and lower(b.period) < $${n + 3})`

const peopleSql = (columns = '', from = '') => `
  select array(select b.seat from booking b where b.device_id = d.id and b.period && tstzrange($2, $3)
      and b.state in ${LIVE} and b.id <> $6) as taken, payer.id as "payerId",
    p.id is not null as "payerKnown", p.user_type as "payerType", p.tier as "payerTier",
    $5 = payer.id or coalesce(e.enabled, false) as "experimenterKnown", e.dept_id as "experimenterDeptId",
    e.user_type as "experimenterType", q.known is not null as qualified, q.valid_until as "validUntil",
    case when $7 then nextval('booking_id_seq') end as "nextId",
    case when d.status in ('maintenance', 'broken')
      and $6 <> 0 then (select r.expected_at from device_repair r where r.device_id = d.id
      and r.state <> 'done') end as "backAt"${columns}
  from device d${from}
    cross join lateral (select coalesce($4,
      (select s.id from user_account u join user_account s on s.id = u.supervisor_id and s.enabled
        where u.id = $8), $8) as id) payer
    left join user_account p on p.id = payer.id and p.enabled
    left join user_account e on e.id = $5
    -- The longest that he has, be it over.
    left join lateral (select true as known, m.valid_until from may_operate(d.id, d.lab_id, $5, '-infinity') m
      order by m.valid_until desc nulls first limit 1) q on true
  where d.id = $1`
const PEOPLE = peopleSql()
/** The quota's sums in the same statement, which costs less than one of its own. */
const PEOPLE_AND_USED = peopleSql(', used.*', ` cross join lateral (${usedSql('$8', '$6', 9)}) used`)

export interface FactsQuery {
  deviceId: number
  kind: BookingKind
  /** Null: no time yet; `firstDay` is then today. */
  period: Interval | null
  firstDay: string
  bookerId: number
  /** Null: the booker's supervisor, or the booker if there is none. */
  payerId: number | null
  experimenterId: number
  /** The booking that is changed or extended: its own time does not count as taken. */
  exceptId?: number
  /** Reserves the id of a booking to be written. */
  newId?: boolean
  /** Reads the used quota as well; null: the device has none, or it is not known yet. */
  quota?: QuotaQuery | null
}
export interface QuotaQuery {
  deviceId: number
  bookerId: number
  day: Interval
  week: Interval
  exceptId: number
  /** In a writing call: the booker's next request for the device waits for this transaction. */
  lock: boolean
}
/** The price valid on a day; one of the booking's kind (per sample or not) is preferred. */
function choosePlan(plans: readonly DatedPlan[], day: string, kind: BookingKind): Plan | null {
  const valid = plans.filter((p) => (p.from ?? day) <= day && (p.to === null || day < p.to))
  const fits = (p: Plan) => (p.basis === 'per_sample') === (kind === 'sample_delivery')
  const plan = valid.find(fits) ?? valid[0]
  return plan ? { id: plan.id, version: plan.version, basis: plan.basis, rates: plan.rates } : null
}

/**
 * Reads the facts of a booking. `known`: the rules of the device, possibly still loading. Undefined: no such
 * device.
 */
export async function findFacts(
  db: Db,
  q: FactsQuery,
  now: Date,
  known: Promise<{ rules: DeviceRules } | undefined>,
): Promise<FactsRow | undefined> {
  const { from, to } = q.period ?? { from: now, to: now } // an empty range: overlaps nothing
  const { quota } = q
  const values = [
    q.deviceId,
    from,
    to,
    q.payerId,
    q.experimenterId,
    q.exceptId ?? 0,
    q.newId ?? false,
    q.bookerId,
    ...(quota ? listDays(quota) : []),
  ]
  const [about, , [row]] = await together([
    known,
    quota ? lockQuota(db, quota) : undefined,
    run<PeopleRow>(db, quota ? PEOPLE_AND_USED : PEOPLE, values),
  ])
  if (!about || !row) return undefined
  return {
    ...about.rules,
    ...row,
    plan: choosePlan(about.rules.plans, q.firstDay, q.kind),
    qualification: row.qualified ? { validUntil: row.validUntil } : null,
    used: quota ? { dayMinutes: row.dayMinutes, weekMinutes: row.weekMinutes, running: row.running } : null,
  }
}

const LOCK = `select pg_advisory_xact_lock(
  hashtextextended('booking quota ' || $1::int8 || ' ' || $2::int8, 0))`
const USED = usedSql('$2', '$3', 4)
// The lock must be a statement of its own, so that the next one sees what was committed meanwhile. Both are
// pipelined.
const lockQuota = async (db: Db, { deviceId, bookerId, lock }: QuotaQuery): Promise<void> => {
  if (lock) await run(db, LOCK, [deviceId, bookerId])
}
const listDays = ({ day, week }: QuotaQuery) => [day.from, day.to, week.from, week.to]

/**
 * The minutes a booker has booked on a device in the day and week of a period, and the number of live
 * bookings. In a writing call (`lock`) the booker's next request for the device waits for this transaction:
 * two concurrent ones would both fit into the quota.
 */
export async function findUsed(db: Db, q: QuotaQuery): Promise<Used> {
  const [, [used]] = await together([
    lockQuota(db, q),
    run<Used>(db, USED, [q.deviceId, q.bookerId, q.exceptId, ...listDays(q)]),
  ])
  return used ?? { dayMinutes: 0, weekMinutes: 0, running: 0 }
}

const BUSY = `select b.seat, extract(epoch from lower(b.period))::float8 * 1000 as from,
    extract(epoch from upper(b.period))::float8 * 1000 as to
  from booking b where b.device_id = $1 and b.period && tstzrange($2, $3) and b.state in ${LIVE}
    and b.id <> $4`
/** Taken slots between two instants, for the search for free ones. */
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
/** Seats that other bookings have at some time of the period, read afresh. */
export const findTaken = async (
  db: Db,
  deviceId: number,
  { from, to }: Interval,
  exceptId: number,
): Promise<number[]> =>
  (await run<{ seat: number }>(db, TAKEN, [deviceId, from, to, exceptId])).map((r) => r.seat)
