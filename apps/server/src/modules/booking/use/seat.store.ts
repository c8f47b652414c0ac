import type { Ctx } from '../../../kernel/ctx.ts'
import { run, type Db } from '../../../kernel/db.ts'

// Current and next users of a seat, read by the small partial indexes on running and coming bookings.

export interface Occupant {
  id: number
  state: 'in_use' | 'awaiting_use'
  bookerId: number
  experimenterId: number
  experimenterName: string
  payerId: number
  startAt: Date | null
  endAt: Date | null
}
const OCCUPANT = `select u.id, u.state, u.booker_id as "bookerId", u.experimenter_id as "experimenterId",
  e.name as "experimenterName", u.payer_id as "payerId", lower(u.period) as "startAt",
  upper(u.period) as "endAt"
  from booking b join booking u on u.device_id = b.device_id and u.seat = b.seat and u.id <> b.id
    join user_account e on e.id = u.experimenter_id
  where b.id = $1 and (u.state = 'in_use'
    or (u.state = 'awaiting_use' and u.period @> $2::timestamptz and lower(b.period) > $2))
  order by u.state desc, u.id limit 1`
/**
 * The use that runs on a booking's seat now; before the booking's own time also another booking whose time is
 * running but that has not been started.
 */
export async function findOccupant(ctx: Ctx, bookingId: number): Promise<Occupant | undefined> {
  return (await run<Occupant>(ctx.db, OCCUPANT, [bookingId, ctx.now]))[0]
}

export interface NextRow {
  id: number
  bookerId: number
  experimenterId: number
  startAt: Date
  endAt: Date
}
const NEXT = `select id, booker_id as "bookerId", experimenter_id as "experimenterId",
  lower(period) as "startAt", upper(period) as "endAt" from booking
  where device_id = $1 and seat = $2 and id <> $3 and state = 'awaiting_use' and period && tstzrange($4, $5)
    order by lower(period) limit 1`
/** The next booking of the seat whose time overlaps `from` to `to`. */
export async function findNext(
  db: Db,
  b: { id: number; deviceId: number; seat: number },
  from: Date,
  to: Date,
): Promise<NextRow | undefined> {
  if (to <= from) return undefined
  return (await run<NextRow>(db, NEXT, [b.deviceId, b.seat, b.id, from, to]))[0]
}

const TOLD = `update booking set overrun_told_at = $2 where id = $1 and state = 'in_use'
  and (overrun_told_at is null or overrun_told_at < upper(period)) returning id`
/** False if they have been told before. */
export const markTold = async (ctx: Ctx, bookingId: number): Promise<boolean> =>
  (await run(ctx.db, TOLD, [bookingId, ctx.now])).length === 1

const RUNNING = `select id from booking where device_id = $1 and state = 'in_use' order by id`
export const findRunning = async (db: Db, deviceId: number): Promise<number[]> =>
  (await run<{ id: number }>(db, RUNNING, [deviceId])).map((r) => r.id)

// Forms have minutes, clicks have milliseconds: a correction that overlaps a neighbouring use by up to five
// minutes is cut to end where that begins (or begin where that ends).
const NEAR = `interval '5 minutes'`
const CORRECT = `
  with n as (select u.used from booking b join booking u on u.device_id = b.device_id and u.seat = b.seat
    and u.id <> b.id and u.used && tstzrange($2, $3) where b.id = $1),
    x as (select greatest($2, (select max(upper(used)) from n where upper(used) <= $2 + ${NEAR})) as began,
      least($3, (select min(lower(used)) from n where lower(used) >= $3 - ${NEAR})) as ended)
  update booking set used = case when x.began < x.ended then tstzrange(x.began, x.ended)
    else 'empty'::tstzrange end from x where id = $1 and used is not null`
/**
 * Writes the actual times of a use, as its reviewer states them. Another use of the seat at that time
 * violates booking_use_no_overlap.
 */
export const correct = (ctx: Ctx, bookingId: number, { from, to }: { from: Date; to: Date }) =>
  run(ctx.db, CORRECT, [bookingId, from, to])
