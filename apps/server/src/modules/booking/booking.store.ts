import type {
  BookingEvent,
  BookingKind,
  BookingState,
  PayMode,
  UseEnd,
} from '@portal/contract/booking/booking'
import type { DeviceStatus } from '@portal/contract/device/device'
import type { Quote } from '@portal/contract/price-plan/price-plan'
import type { UseNature } from '@portal/contract/use-ledger/use-ledger'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { Interval } from '../opening/opening.rules.ts'
import type { Standing } from './roles.rules.ts'
import { bindPerson, standingSql } from './sql.store.ts'
import { readPeriod, type Limits } from './timing.rules.ts'

/** What a list shows of a booking and its rules need, and the asking person's standing. */
export interface ListedRow extends Limits, Standing {
  id: number
  state: BookingState
  stateAt: Date
  kind: BookingKind
  deviceId: number
  deviceName: string
  deviceSerialId: string
  labId: number
  labName: string
  labDeptId: number
  labEnabled: boolean
  seat: number
  capacity: number
  gridMinutes: number
  maxMinutes: number
  period: Interval | null
  bookerId: number
  bookerName: string
  bookerUserType: string
  experimenterId: number
  experimenterName: string
  payerId: number
  payerName: string
  payerGone: boolean
  purpose: string
  payMode: PayMode
  fundCardRequired: boolean
  estimateFen: number
  sampleCount: number
  samplesReceived: boolean
  /**
   * The seat is somebody else's now: in use, or, before this one's time, still promised to whoever is before
   * it.
   */
  seatBusy: boolean
  /** When the last use that reached into this one's time ended. */
  seatFreedAt: Date | null
  createdAt: Date
  /** Asked for because it was cancelled too late. */
  feeFen: number
}
/** What it was said to be for, as it is reported; sources, disciplines and modes by their codes. */
export interface Purpose {
  project: string | null
  projectNumber: string | null
  nature: UseNature | null
  fundingSource: string | null
  disciplines: readonly string[]
  serviceMode: string | null
}
/** All of it. */
export interface BookingRow extends ListedRow, Purpose {
  phone: string | null
  fundCardId: number | null
  quote: Quote
  /** Frozen on the card now. */
  heldFen: number
  remark: string | null
  reason: string | null
  overridden: string[] | null
  startedAt: Date | null
  finishedAt: Date | null
  endKind: UseEnd | null
  /** Since when its hours are closed. */
  closedAt: Date | null
  deviceStatus: DeviceStatus
  deviceNote: string | null
}

/** From which the lists' rows and the single row are read: b, d, l, o and the three people. */
export const FROM = `booking b join device d on d.id = b.device_id join lab l on l.id = b.lab_id
  left join opening o on o.device_id = b.device_id
  join user_account bk on bk.id = b.booker_id join user_account ex on ex.id = b.experimenter_id
    join user_account py on py.id = b.payer_id`
/** Others on the seat of booking b. */
const ON_SEAT = `from booking u where u.device_id = b.device_id and u.seat = b.seat and u.id <> b.id`
/**
 * What a list shows and its rules need. A device closed for ever has no opening any more: its bookings get
 * the strictest limits.
 */
export const COLUMNS = `b.id, b.state, b.state_at as "stateAt", b.kind, b.device_id as "deviceId",
  d.name as "deviceName", d.serial_id as "deviceSerialId", b.lab_id as "labId", l.name as "labName",
  l.dept_id as "labDeptId", l.enabled as "labEnabled", b.seat, coalesce(o.capacity, 1)::int as capacity,
  coalesce(o.grid_minutes, 5)::int as "gridMinutes", coalesce(o.max_minutes, 0) as "maxMinutes",
  coalesce(o.cancel_limit_minutes, 0) as "cancelLimitMinutes",
  coalesce(o.cancel_fee_fen, 0) as "cancelFeeFen", coalesce(o.grace_minutes, 0) as "graceMinutes",
  coalesce(o.fund_card_required, false) as "fundCardRequired", lower(b.period) as "startAt",
  upper(b.period) as "endAt", b.booker_id as "bookerId", bk.name as "bookerName",
  bk.user_type as "bookerUserType", b.experimenter_id as "experimenterId", ex.name as "experimenterName",
  b.payer_id as "payerId", py.name as "payerName", not py.enabled as "payerGone", b.purpose,
  b.pay_mode as "payMode", b.estimate_fen as "estimateFen", b.sample_count as "sampleCount",
  b.created_at as "createdAt", b.cancel_fee_fen as "feeFen",
  b.kind = 'sample_delivery' and exists (select from booking_sample s
    where s.booking_id = b.id and s.state = 'received') as "samplesReceived",
  b.state = 'awaiting_use' and (exists (select ${ON_SEAT} and u.state = 'in_use')
    or (lower(b.period) > now()
      and exists (select ${ON_SEAT} and u.state = 'awaiting_use' and u.period @> now()))) as "seatBusy",
  case when b.state = 'awaiting_use' then (select max(upper(u.used)) ${ON_SEAT}
    and u.used && b.period and not upper_inf(u.used)) end as "seatFreedAt"`
export const PURPOSE = `b.project, b.project_number as "projectNumber", b.nature,
  b.funding_source as "fundingSource", b.disciplines, b.service_mode as "serviceMode"`
const MORE = `${PURPOSE}, b.phone, b.fund_card_id as "fundCardId", b.quote, b.held_fen as "heldFen", b.remark,
  b.reason, b.overridden, b.started_at as "startedAt", b.finished_at as "finishedAt", b.end_kind as "endKind",
  b.closed_at as "closedAt", d.status as "deviceStatus", d.status_note as "deviceNote"`

interface Columns {
  startAt: Date | null
  endAt: Date | null
}
/** A row as its columns have it. */
export type Read<Row> = Omit<Row, 'period'> & Columns
export const joinPeriod = <Row extends Columns>({ startAt, endAt, ...row }: Row) => ({
  ...row,
  period: readPeriod({ startAt, endAt }),
})

const FIND = `select ${COLUMNS}, ${MORE}, ${standingSql('d', 'l', 2)} from ${FROM} where b.id = $1`
export async function find(ctx: Ctx, bookingId: number): Promise<BookingRow | undefined> {
  const [row] = await run<Read<BookingRow>>(ctx.db, FIND, [bookingId, ...bindPerson(ctx)])
  return row && joinPeriod(row)
}

export interface NewBooking extends Purpose {
  id: number
  deviceId: number
  labId: number
  seat: number
  kind: BookingKind
  state: BookingState
  period: Interval | null
  bookerId: number
  experimenterId: number
  payerId: number
  purpose: string
  phone: string | null
  payMode: PayMode
  fundCardId: number | null
  quote: Quote
  heldFen: number
  sampleCount: number
  remark: string | null
  overridden: string[]
  /** As they are when it is made: the ledger reckons by them, whatever becomes of them (decision 63). */
  labDeptId: number
  userDeptId: number | null
  userType: string
}
const PERIOD = (from: string, to: string) =>
  `case when ${from}::timestamptz is not null then tstzrange(${from}, ${to}) end`

// `do nothing` instead of an error: of two who insert at once, the second waits for the first and then writes
// nothing. With a plain insert both would write, then find and wait for each other, until PostgreSQL ends one
// of them as a deadlock a second later.
const INSERT = `
  insert into booking (id, device_id, lab_id, seat, kind, state, state_at, period, booker_id, experimenter_id, payer_id, purpose, project, phone,
    pay_mode, fund_card_id, price_plan_id, quote, estimate_fen, sample_count, remark, overridden, held_fen, created_at,
    project_number, nature, funding_source, disciplines, service_mode, lab_dept_id, user_dept_id, user_type)
  overriding system value
  values ($1, $2, $3, $4, $5, $6, $7, ${PERIOD('$8', '$9')}, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $7,
    $25, $26, $27, $28, $29, $30, $31, $32)
  on conflict on constraint booking_no_overlap do nothing returning id`
/** False: somebody else has the seat at that time. */
export async function add(ctx: Ctx, b: NewBooking): Promise<boolean> {
  const added = await run(ctx.db, INSERT, [
    b.id,
    b.deviceId,
    b.labId,
    b.seat,
    b.kind,
    b.state,
    ctx.now,
    b.period?.from ?? null,
    b.period?.to ?? null,
    b.bookerId,
    b.experimenterId,
    b.payerId,
    b.purpose,
    b.project,
    b.phone,
    b.payMode,
    b.fundCardId,
    b.quote.planId,
    JSON.stringify(b.quote),
    b.quote.totalFen,
    b.sampleCount,
    b.remark,
    b.overridden.length ? b.overridden : null,
    b.heldFen,
    b.projectNumber,
    b.nature,
    b.fundingSource,
    b.disciplines,
    b.serviceMode,
    b.labDeptId,
    b.userDeptId,
    b.userType,
  ])
  return added.length === 1
}

const LOCK_DEVICE = `select pg_advisory_xact_lock(hashtextextended('booking period ' || $1::int8, 0))`
/**
 * Moves of existing bookings on one device come one after another: unlike an insert, an update cannot stand
 * back from a conflict, and two that ran into each other would end as a deadlock. Inserts need not wait: they
 * stand back.
 */
export const lockDevice = (ctx: Ctx, deviceId: number) => run(ctx.db, LOCK_DEVICE, [deviceId])

/** What a step writes besides the state. Left out: as it was. */
export interface Changes extends Partial<Purpose> {
  period?: Interval | null
  seat?: number
  quote?: Quote
  fundCardId?: number | null
  heldFen?: number
  cancelFeeFen?: number
  reason?: string | null
  startedAt?: Date
  finishedAt?: Date
  endKind?: UseEnd
  bookerId?: number
  experimenterId?: number
  payerId?: number
  payMode?: PayMode
  purpose?: string
  phone?: string | null
  remark?: string | null
  sampleCount?: number
  overridden?: string[] | null
}

/** The step of a flow: true only if the booking still is what the rules were asked about. */
export async function advance(
  ctx: Ctx,
  b: Pick<BookingRow, 'id' | 'state' | 'stateAt'>,
  to: BookingState,
  c: Changes = {},
): Promise<boolean> {
  const columns: Record<string, unknown> = {
    seat: c.seat,
    fund_card_id: c.fundCardId,
    held_fen: c.heldFen,
    cancel_fee_fen: c.cancelFeeFen,
    reason: c.reason,
    started_at: c.startedAt,
    finished_at: c.finishedAt,
    end_kind: c.endKind,
    booker_id: c.bookerId,
    experimenter_id: c.experimenterId,
    payer_id: c.payerId,
    pay_mode: c.payMode,
    purpose: c.purpose,
    project: c.project,
    project_number: c.projectNumber,
    nature: c.nature,
    funding_source: c.fundingSource,
    disciplines: c.disciplines,
    service_mode: c.serviceMode,
    phone: c.phone,
    remark: c.remark,
    sample_count: c.sampleCount,
    overridden: c.overridden,
    ...(c.quote && {
      quote: JSON.stringify(c.quote),
      estimate_fen: c.quote.totalFen,
      price_plan_id: c.quote.planId,
    }),
  }
  const values: unknown[] = [b.id, b.state, b.stateAt, to, ctx.now]
  const sets = ['state = $4', 'state_at = $5']
  for (const [column, value] of Object.entries(columns))
    if (value !== undefined) sets.push(`${column} = $${values.push(value)}`)
  // Another time is not the one that was closed.
  if (c.period !== undefined)
    sets.push(
      'closed_at = null',
      `period = ${PERIOD(`$${values.push(c.period?.from ?? null)}`, `$${values.push(c.period?.to ?? null)}`)}`,
    )
  const moved = await run(
    ctx.db,
    `update booking set ${sets.join(', ')} where id = $1 and state = $2
      and date_trunc('milliseconds', state_at) = $3 returning id`,
    values,
  )
  return moved.length === 1
}

const LOWER = `update booking set held_fen = $2 where id = $1 and held_fen > $2 returning id`
/** False: it holds no more than that. */
export const lowerHeld = async (ctx: Ctx, bookingId: number, keepFen: number): Promise<boolean> =>
  (await run(ctx.db, LOWER, [bookingId, keepFen])).length === 1

const HELD = `update booking set held_fen = 0 where id = $1`
/** Nothing is frozen for it any more. */
export const clearHeld = (ctx: Ctx, bookingId: number) => run(ctx.db, HELD, [bookingId])

const ALL_HELD = `update booking set held_fen = 0 where id = any($1::int8[]) and held_fen > 0`
export const clearAllHeld = (ctx: Ctx, bookingIds: readonly number[]) => run(ctx.db, ALL_HELD, [bookingIds])

const CARDS = `select distinct fund_card_id as id from booking where id = any($1::int8[])
  and fund_card_id is not null`
/** The cards that these bookings would be paid with. */
export const findCards = async (db: Db, ids: readonly number[]): Promise<number[]> =>
  (await run<{ id: number }>(db, CARDS, [ids])).map((r) => r.id)

const FROZEN_ANEW = `select count(*)::int as times from flow_log where business = 'booking' and row_id = $1
  and event in ('extend', 'reschedule', 'lose_payment', 'take_over')`
/**
 * How often its time was changed or its payment lost, this time included: money frozen for each is a part of
 * its own.
 */
export const countParts = async (db: Db, bookingId: number): Promise<number> =>
  (await run<{ times: number }>(db, FROZEN_ANEW, [bookingId]))[0]?.times ?? 0

const HISTORY = `
  select 'booking' as business, event, from_state as "from", to_state as "to",
    coalesce(actor_name, '系统') as who, reason, at, null as "sampleName", id
  from flow_log where business = 'booking' and row_id = $1
  union all
  select 'booking_sample', f.event, f.from_state, f.to_state, coalesce(f.actor_name, '系统'), f.reason, f.at,
    s.name, f.id
  from booking_sample s join flow_log f on f.business = 'booking_sample' and f.row_id = s.id
    where s.booking_id = $1
  order by id`
export interface HistoryRow {
  business: 'booking' | 'booking_sample'
  event: BookingEvent
  from: BookingState | null
  to: BookingState
  who: string
  reason: string | null
  at: Date
  sampleName: string | null
}
/** Its own steps and those of its samples, oldest first. */
export const findHistory = (db: Db, bookingId: number) => run<HistoryRow>(db, HISTORY, [bookingId])

const INTERRUPTED = `select from_state as state from flow_log where business = 'booking' and row_id = $1
  and event = 'lose_payment' and from_state <> 'awaiting_payer'
  and id > coalesce((select max(id) from flow_log where business = 'booking' and row_id = $1
    and event in ('change', 'take_over')), 0) order by id desc limit 1`
/**
 * Where it stood when its payment was lost: what others had agreed to since the round of approvals began
 * still holds.
 */
export const findInterrupted = async (db: Db, bookingId: number): Promise<BookingState | undefined> =>
  (await run<{ state: BookingState }>(db, INTERRUPTED, [bookingId]))[0]?.state
