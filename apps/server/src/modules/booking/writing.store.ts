import type { BookingKind, BookingState, PayMode } from '@portal/contract/booking/booking'
import type { Quote } from '@portal/contract/price-plan/price-plan'
import type { Ctx } from '../../kernel/ctx.ts'
import { run } from '../../kernel/db.ts'
import type { Interval } from '../opening/opening.rules.ts'
import type { Purpose } from './booking.store.ts'
import type { Terms } from './timing.rules.ts'

// Inserts new bookings.

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
  terms: Terms
  /** Values at creation: the ledger uses them even if they change later (decision 63). */
  labDeptId: number
  userDeptId: number | null
  userType: string
  /**
   * Versions of the cached rules that judged it; if they are outdated, nothing is written. Null: judged by
   * fresh rules.
   */
  judgedBy: { device: number | null; campus: readonly number[] } | null
}
export const PERIOD = (from: string, to: string) =>
  `case when ${from}::timestamptz is not null then tstzrange(${from}, ${to}) end`

// `do nothing` instead of an error: of two concurrent inserts, the second waits for the first and then writes
// nothing. Plain inserts would both write, then wait for each other until PostgreSQL aborts one as a deadlock
// after a second.
const INSERT = `
  insert into booking (id, device_id, lab_id, seat, kind, state, state_at, period, booker_id, experimenter_id,
    payer_id, purpose, project, phone, pay_mode, fund_card_id, price_plan_id, quote, estimate_fen,
    sample_count, remark, overridden, held_fen, created_at, project_number, nature, funding_source,
    disciplines, service_mode, lab_dept_id, user_dept_id, user_type, terms_limit_minutes, terms_fee_fen)
  overriding system value
  select $1, $2, $3, $4, $5, $6, $7, ${PERIOD('$8', '$9')}, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
    $20, $21, $22, $23, $24, $7,
    $25, $26, $27, $28, $29, $30, $31, $32, $35, $36
  where $34::int8[] is null
    or (select v.version from device_rules v where v.device_id = $2) is not distinct from $33::int8
      and (select c.version from campus_rules c) = all ($34)
  on conflict on constraint booking_no_overlap do nothing returning id`
// For inserts pipelined with the commit: an insert that writes nothing must fail, to roll back the whole
// transaction.
const INSERT_OR_FAIL = `with added as (${INSERT}) select must_be_written((select id from added))`
/** Like `add`, but throws if nothing is written; the call is then retried without pipelining. */
export const addOrFail = (ctx: Ctx, b: NewBooking): Promise<unknown> =>
  run(ctx.db, INSERT_OR_FAIL, listColumns(ctx, b))
/** False if the seat is taken at that time or the rules that judged the booking are outdated. */
export const add = async (ctx: Ctx, b: NewBooking): Promise<boolean> =>
  (await run(ctx.db, INSERT, listColumns(ctx, b))).length === 1

const listColumns = (ctx: Ctx, b: NewBooking): unknown[] => [
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
  b.judgedBy?.device ?? null,
  b.judgedBy?.campus ?? null,
  b.terms.cancelLimitMinutes,
  b.terms.cancelFeeFen,
]

const LOCK_DEVICE = `select pg_advisory_xact_lock(hashtextextended('booking period ' || $1::int8, 0))`
/**
 * Serialises moves of existing bookings on one device: an update cannot skip a conflict, so two conflicting
 * moves would deadlock. Inserts need no lock, as they skip conflicts.
 */
export const lockDevice = (ctx: Ctx, deviceId: number) => run(ctx.db, LOCK_DEVICE, [deviceId])

const LOCK_BOOKED = `select pg_advisory_xact_lock(hashtextextended('booking period ' || b.device_id, 0))
  from booking b where b.id = $1`
/** The same lock, on the device of a booking. */
export const lockDeviceBooked = (ctx: Ctx, bookingId: number) => run(ctx.db, LOCK_BOOKED, [bookingId])
