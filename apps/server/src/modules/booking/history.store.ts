import type { BillState } from '@portal/contract/booking/row'
import type { BookingEvent, BookingState } from '@portal/contract/booking/booking'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'

// The history of a booking, from its flow log.

const FROZEN_ANEW = `select count(*)::int as times from flow_log where business = 'booking' and row_id = $1
  and event in ('extend', 'reschedule', 'lose_payment', 'take_over')`
/**
 * How often the booking was extended, moved, taken over or lost its payment, including the present step: each
 * has a part number of its own for frozen money.
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
/** The booking's steps and those of its samples, oldest first. */
export const findHistory = (db: Db, bookingId: number) => run<HistoryRow>(db, HISTORY, [bookingId])

const AGREED = `select (f.detail->>'estimateFen')::int8 as fen from flow_log f
  where f.business = 'booking' and f.row_id = $1 and f.event in ('extend', 'reschedule', 'approve')
  and f.detail->>'estimateFen' is not null
  and f.id > coalesce((select max(y.id) from flow_log y where y.business = 'booking' and y.row_id = $1
    and (y.event in ('change', 'name_payer', 'take_over')
      or (y.event = 'approve' and y.from_state = 'awaiting_payer')
      or (y.event in ('extend', 'reschedule', 'approve') and y.actor_id = $2))), 0) order by f.id limit 1`
/**
 * The estimate in fen when the payer last agreed; undefined: the present estimate. Steps that may have raised
 * it note the estimate before them. A payer agrees by changing the time themselves. A booker's change before
 * all approvals counts too, since the payer is asked again.
 */
export const findAgreed = async (db: Db, b: { id: number; payerId: number }): Promise<number | undefined> =>
  (await run<{ fen: number }>(db, AGREED, [b.id, b.payerId]))[0]?.fen

const ASKED = `update booking set extension_asked_to = $2
  where id = $1 and (extension_asked_to is null or extension_asked_to < $2) returning id`
/** False if the payer has already been asked for this end or a later one. */
export const markAsked = async (ctx: Ctx, bookingId: number, to: Date): Promise<boolean> =>
  (await run(ctx.db, ASKED, [bookingId, to])).length === 1

const INTERRUPTED = `select from_state as state from flow_log where business = 'booking' and row_id = $1
  and event = 'lose_payment' and from_state <> 'awaiting_payer'
  and id > coalesce((select max(id) from flow_log where business = 'booking' and row_id = $1
    and event in ('change', 'take_over')), 0) order by id desc limit 1`
/** The state in which the booking lost its payment: approvals given since the round began still count. */
export const findInterrupted = async (db: Db, bookingId: number): Promise<BookingState | undefined> =>
  (await run<{ state: BookingState }>(db, INTERRUPTED, [bookingId]))[0]?.state

const BILL = `select case when state in ('settled', 'written_off') then state else 'open' end as state,
    state_at as at
  from test_order where booking_id = $1`
/** State of the bill of this use; null: there is none yet. */
export const findBill = async (db: Db, bookingId: number) =>
  (await run<{ state: BillState; at: Date }>(db, BILL, [bookingId]))[0] ?? null
