import {
  beforeUseStates,
  liveStates,
  type BookingKind,
  type BookingState,
} from '@portal/contract/booking/booking'
import type { Ctx } from '../../../kernel/ctx.ts'
import { literals, run, type Db } from '../../../kernel/db.ts'
import { LIVE as LIVE_STATES, UNQUALIFIED } from '../sql.store.ts'

export interface ComingRow {
  id: number
  bookerId: number
  experimenterId: number
  /** Delivered samples have none until they get a time. */
  startAt: Date | null
  endAt: Date | null
  kind: BookingKind
  state: BookingState
}
/** The columns of a {@link ComingRow}, of booking b. */
const ROW = `b.id, b.kind, b.state, b.booker_id as "bookerId", b.experimenter_id as "experimenterId",
  lower(b.period) as "startAt", upper(b.period) as "endAt"`
const COMING = `select ${ROW} from booking b where b.device_id = $1 and b.state = any ($2)
    and (b.period && tstzrange($3, $4) or ($4::timestamptz is null and b.period is null))
    order by lower(b.period), b.id limit 500`
/**
 * The live bookings of a device that overlap the time, at most 500; without `until` all that are to come,
 * also those without a time yet.
 */
export const findComing = (db: Db, deviceId: number, from: Date, until: Date | null) =>
  run<ComingRow>(db, COMING, [deviceId, liveStates, from, until])

const FOLLOW = `update booking b set lab_id = $2 from lab l where l.id = $2
    and b.device_id = $1 and b.lab_id <> $2 and b.state in (${literals(beforeUseStates)})
  returning b.id, b.state, b.booker_id as "bookerId", b.experimenter_id as "experimenterId",
    lower(b.period) as "startAt", upper(b.period) as "endAt", l.name as "labName"`
export interface Followed extends Omit<ComingRow, 'kind'> {
  labName: string
}
/**
 * Moves the bookings that have not begun to the device's new laboratory. Running and past uses stay with the
 * old one.
 */
export const moveToLab = (ctx: Ctx, deviceId: number, toLabId: number) =>
  run<Followed>(ctx.db, FOLLOW, [deviceId, toLabId])

const OF_LAB = `select b.id, b.booker_id as "bookerId", b.experimenter_id as "experimenterId",
  d.name as "deviceName", lower(b.period) as "startAt", upper(b.period) as "endAt"
  from device d join booking b on b.device_id = d.id and b.state in ${LIVE_STATES} where d.lab_id = $1
    order by b.id`
/** The live bookings of all devices in a laboratory. */
export const findOfLab = (db: Db, labId: number) =>
  run<Omit<ComingRow, 'kind' | 'state'> & { deviceName: string }>(db, OF_LAB, [labId])

export interface LiveRow {
  id: number
  bookerId: number
  bookerName: string
  state: BookingState
  /** Delivered samples have none until they get a time. */
  startAt: Date | null
  endAt: Date | null
  heldFen: number
}
const LIVE = `select b.id, b.booker_id as "bookerId", u.name as "bookerName", b.state,
  lower(b.period) as "startAt", upper(b.period) as "endAt", b.held_fen as "heldFen"
  from booking b join user_account u on u.id = b.booker_id
  where b.device_id = $1 and b.state = any ($2)
    and (b.period && tstzrange($3, $4) or ($4::timestamptz is null and b.period is null))
    order by lower(b.period), b.id limit 2000`
/** Live bookings with their frozen money, at most 2000; without `until` also those without a time yet. */
export const findLive = (db: Db, deviceId: number, from: Date, until: Date | null) =>
  run<LiveRow>(db, LIVE, [deviceId, liveStates, from, until])

const CLOSE = `update booking b set closed_at = $2 from device d
  where d.id = b.device_id and b.id = any($1::int8[]) and b.state = any($3)
    and b.closed_at is null
  returning ${ROW}, d.name`
/**
 * Marks bookings whose hours were closed; returns the live ones that were not marked before, with the
 * device's name.
 */
export const markClosed = (ctx: Ctx, ids: readonly number[]) =>
  run<ComingRow & { name: string }>(ctx.db, CLOSE, [ids, ctx.now, liveStates])

const REOPEN = `update booking b set closed_at = null from device d
  where d.id = b.device_id and b.id = any($1::int8[]) and b.state = any($2) and b.closed_at is not null
  returning ${ROW}, d.name`
/** Clears that mark; returns the live bookings that had it, with the device's name. */
export const markReopened = (ctx: Ctx, ids: readonly number[]) =>
  run<ComingRow & { name: string }>(ctx.db, REOPEN, [ids, liveStates])

const WITHOUT = `select ${ROW}, d.name, d.lab_id as "labId"
  from device d join booking b on b.device_id = d.id left join opening o on o.device_id = d.id
  where d.id = $1 and upper(b.period) > $2 and ($3::int8[] is null or b.experimenter_id = any($3))
    and ${UNQUALIFIED}
  order by lower(b.period), b.id limit 500`
/** Coming bookings of these people (null: of all) that they lack the qualification for; at most 500. */
export const findUnqualified = (ctx: Ctx, deviceId: number, userIds: readonly number[] | null) =>
  run<ComingRow & { name: string; labId: number }>(ctx.db, WITHOUT, [deviceId, ctx.now, userIds])
