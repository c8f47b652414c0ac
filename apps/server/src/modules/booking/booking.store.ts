import type { BookingKind, BookingState, PayMode, UseEnd } from '@portal/contract/booking/booking'
import type { DeviceStatus } from '@portal/contract/device/device'
import type { Quote } from '@portal/contract/price-plan/price-plan'
import type { UseNature } from '@portal/contract/use-ledger/use-ledger'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { Interval } from '../opening/opening.rules.ts'
import type { Standing } from './roles.rules.ts'
import { bindPerson, standingSql, UNQUALIFIED } from './sql.store.ts'
import { forgetsAsked, forgetsReminder, readPeriod, type Limits, type Terms } from './timing.rules.ts'
import { PERIOD } from './writing.store.ts'

/** What lists show of a booking and what its rules need, with the caller's standing. */
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
  /** The payer's own task is waiting, so nobody is to name another payer. */
  payerAsked: boolean
  purpose: string
  payMode: PayMode
  fundCardRequired: boolean
  estimateFen: number
  /** The quote of a booking without a time yet; else `null`. */
  openQuote: Quote | null
  sampleCount: number
  samplesReceived: boolean
  /**
   * Another booking occupies the seat now: it is in use, or its time is running and this booking's has not
   * begun.
   */
  seatBusy: boolean
  /** When the last use that overlapped this booking's time ended. */
  seatFreedAt: Date | null
  /** Until when the portal was down at this booking's start; `null`: it was not. */
  silentUntil: Date | null
  /** The device requires a qualification that the experimenter lacks or no longer has. */
  unqualified: boolean
  createdAt: Date
  /** Fee in fen for a late cancellation or a no-show, as on its bill: 0 once it is waived. */
  feeFen: number
}
/** The stated purpose, as it is reported; sources, disciplines and modes as codes. */
export interface Purpose {
  project: string | null
  projectNumber: string | null
  nature: UseNature | null
  fundingSource: string | null
  disciplines: readonly string[]
  serviceMode: string | null
}
/** A whole booking. */
export interface BookingRow extends ListedRow, Purpose {
  phone: string | null
  fundCardId: number | null
  quote: Quote
  /** Fen frozen on the card now. */
  heldFen: number
  remark: string | null
  reason: string | null
  overridden: string[] | null
  startedAt: Date | null
  finishedAt: Date | null
  endKind: UseEnd | null
  /** Since when the opening hours no longer cover this booking. */
  closedAt: Date | null
  deviceStatus: DeviceStatus
  deviceNote: string | null
}

/** The tables of list rows and single rows. Aliases: b, d, l, o and the three people. */
export const FROM = `booking b join device d on d.id = b.device_id join lab l on l.id = b.lab_id
  left join opening o on o.device_id = b.device_id
  join user_account bk on bk.id = b.booker_id join user_account ex on ex.id = b.experimenter_id
    join user_account py on py.id = b.payer_id`
/** Other bookings of the seat of booking b. */
const ON_SEAT = `from booking u where u.device_id = b.device_id and u.seat = b.seat and u.id <> b.id`
/**
 * What lists show and their rules need. A device without an opening (any more) gives its bookings the
 * strictest limits.
 */
export const COLUMNS = `b.id, b.state, b.state_at as "stateAt", b.kind, b.device_id as "deviceId",
  d.name as "deviceName", d.serial_id as "deviceSerialId", b.lab_id as "labId", l.name as "labName",
  l.dept_id as "labDeptId", l.enabled as "labEnabled", b.seat, coalesce(o.capacity, 1)::int as capacity,
  coalesce(o.grid_minutes, 5)::int as "gridMinutes", coalesce(o.max_minutes, 0) as "maxMinutes",
  coalesce(b.terms_limit_minutes, 0) as "cancelLimitMinutes",
  coalesce(b.terms_fee_fen, 0) as "cancelFeeFen", coalesce(o.grace_minutes, 0) as "graceMinutes",
  coalesce(o.fund_card_required, false) as "fundCardRequired", lower(b.period) as "startAt",
  upper(b.period) as "endAt", b.booker_id as "bookerId", bk.name as "bookerName",
  bk.user_type as "bookerUserType", b.experimenter_id as "experimenterId", ex.name as "experimenterName",
  b.payer_id as "payerId", py.name as "payerName", not py.enabled as "payerGone",
  b.state = 'awaiting_payer' and exists (select from approval_task t where t.business = 'booking'
    and t.row_id = b.id and t.step = 'payer' and t.state = 'waiting'
    and t.asked_user_id = b.payer_id) as "payerAsked", b.purpose,
  b.pay_mode as "payMode", b.estimate_fen as "estimateFen",
  case when b.period is null then b.quote end as "openQuote", b.sample_count as "sampleCount",
  b.created_at as "createdAt", case when b.cancel_fee_fen = 0 then 0
    else coalesce((select f.total_fen from test_order f where f.booking_id = b.id), b.cancel_fee_fen)
    end as "feeFen",
  b.kind = 'sample_delivery' and exists (select from booking_sample s
    where s.booking_id = b.id and s.state = 'received') as "samplesReceived",
  b.state = 'awaiting_use' and (exists (select ${ON_SEAT} and u.state = 'in_use')
    or (lower(b.period) > now()
      and exists (select ${ON_SEAT} and u.state = 'awaiting_use' and u.period @> now()))) as "seatBusy",
  case when b.state = 'awaiting_use' then (select max(upper(u.used)) ${ON_SEAT}
    and u.used && b.period and not upper_inf(u.used)) end as "seatFreedAt",
  b.silent_until as "silentUntil", ${UNQUALIFIED} as unqualified`
export const PURPOSE = `b.project, b.project_number as "projectNumber", b.nature,
  b.funding_source as "fundingSource", b.disciplines, b.service_mode as "serviceMode"`
const MORE = `${PURPOSE}, b.phone, b.fund_card_id as "fundCardId", b.quote, b.held_fen as "heldFen", b.remark,
  b.reason, b.overridden, b.started_at as "startedAt", b.finished_at as "finishedAt", b.end_kind as "endKind",
  b.closed_at as "closedAt", d.status as "deviceStatus", d.status_note as "deviceNote"`

interface Columns {
  startAt: Date | null
  endAt: Date | null
}
/** A row as selected, before `joinPeriod`. */
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

/** What a step writes besides the state. Undefined fields keep their value. */
export interface Changes extends Partial<Purpose> {
  period?: Interval | null
  seat?: number
  quote?: Quote
  fundCardId?: number | null
  heldFen?: number
  cancelFeeFen?: number
  /** The cancellation terms that the booking is made with. */
  terms?: Terms
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

/**
 * Writes a step of the flow. False if the booking has changed since the rules judged it; nothing is written
 * then.
 */
export async function advance(
  ctx: Ctx,
  b: Pick<
    BookingRow,
    'id' | 'state' | 'stateAt' | 'period' | 'bookerId' | 'experimenterId' | 'cancelLimitMinutes'
  >,
  to: BookingState,
  c: Changes = {},
): Promise<boolean> {
  const columns: Record<string, unknown> = {
    seat: c.seat,
    fund_card_id: c.fundCardId,
    held_fen: c.heldFen,
    cancel_fee_fen: c.cancelFeeFen,
    terms_limit_minutes: c.terms?.cancelLimitMinutes,
    terms_fee_fen: c.terms?.cancelFeeFen,
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
    ...(forgetsReminder(b, to, c, ctx.now) && { reminded_at: null }),
    ...(forgetsAsked(b, c) && { extension_asked_to: null }),
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
  // `closed_at` concerns the old time only.
  if (c.period !== undefined)
    sets.push(
      'closed_at = null',
      `period = ${PERIOD(`$${values.push(c.period?.from ?? null)}`, `$${values.push(c.period?.to ?? null)}`)}`,
    )
  const update = `update booking set ${sets.join(', ')} where id = $1 and state = $2
    and date_trunc('milliseconds', state_at) = $3 returning id`
  // Sent with what follows from it. If the booking has changed, the call is tried again and says so here.
  if (ctx.leaves) {
    await ctx.leave(`with moved as (${update}) select must_be_written((select id from moved))`, values)
    return true
  }
  return (await run(ctx.db, update, values)).length === 1
}

const LOWER = `update booking set held_fen = $2 where id = $1 and held_fen > $2 returning id`
/** False if no more than `keepFen` is frozen. */
export const lowerHeld = async (ctx: Ctx, bookingId: number, keepFen: number): Promise<boolean> =>
  (await run(ctx.db, LOWER, [bookingId, keepFen])).length === 1

const HELD = `update booking set held_fen = 0 where id = $1`
/** Sets the frozen amount to 0. */
export const clearHeld = (ctx: Ctx, bookingId: number) => run(ctx.db, HELD, [bookingId])

const ALL_HELD = `update booking set held_fen = 0 where id = any($1::int8[]) and held_fen > 0`
export const clearAllHeld = (ctx: Ctx, bookingIds: readonly number[]) => run(ctx.db, ALL_HELD, [bookingIds])

const CARDS = `select distinct fund_card_id as id from booking where id = any($1::int8[])
  and fund_card_id is not null`
/** The fund cards named by these bookings. */
export const findCards = async (db: Db, ids: readonly number[]): Promise<number[]> =>
  (await run<{ id: number }>(db, CARDS, [ids])).map((r) => r.id)
