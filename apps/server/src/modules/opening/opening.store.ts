import { liveStates, qualificationReasons } from '@portal/contract/booking/booking'
import type {
  ExceptionFields,
  ExceptionRow,
  OpeningFields,
  WindowFields,
  WindowRow,
} from '@portal/contract/opening/opening'
import type { Ctx } from '../../kernel/ctx.ts'
import { literals, run, type Db } from '../../kernel/db.ts'
import { isBeingScrapped } from '../../kernel/of-device.store.ts'
import type { Interval } from './opening.rules.ts'

// ── Reading ──────────────────────────────────────────────────────────────────

export type SettingsRow = OpeningFields & { deviceId: number; updatedAt: Date }
const SETTINGS = `select device_id as "deviceId", enabled, self_operated as "selfOperated",
    sample_delivery as "sampleDelivery", capacity, grid_minutes as "gridMinutes",
    min_minutes as "minMinutes", max_minutes as "maxMinutes", horizon_days as "horizonDays",
    notice_minutes as "noticeMinutes",
    cancel_limit_minutes as "cancelLimitMinutes", cancel_fee_fen as "cancelFeeFen",
    grace_minutes as "graceMinutes",
    quota_day_minutes as "quotaDayMinutes", quota_week_minutes as "quotaWeekMinutes",
    quota_running as "quotaRunning",
    admitted_tiers as "admittedTiers", admitted_user_types as "admittedUserTypes",
    qualification_required as "qualificationRequired",
    pay_modes as "payModes", fund_card_required as "fundCardRequired", notes, updated_at as "updatedAt"
  from opening where device_id = any ($1::int8[])`
export const findSettings = async (db: Db, deviceIds: readonly number[]): Promise<Map<number, SettingsRow>> =>
  new Map((await run<SettingsRow>(db, SETTINGS, [deviceIds])).map((row) => [row.deviceId, row]))

const WINDOW = `id, device_id as "deviceId", weekday, from_minute as "fromMinute", to_minute as "toMinute",
    valid_from as "validFrom", valid_to as "validTo", enabled`
const WINDOWS = `select ${WINDOW} from opening_window
  where device_id = any ($1::int8[]) and ($2::int is null or weekday = $2)
  order by weekday, from_minute, valid_from nulls first, id`
/** Windows of these devices, by device: on all weekdays, or on the one named. */
export const listWindows = async (
  db: Db,
  deviceIds: readonly number[],
  weekday: number | null = null,
): Promise<Map<number, WindowRow[]>> =>
  Map.groupBy(await run<WindowRow>(db, WINDOWS, [deviceIds, weekday]), (w) => w.deviceId)
export const findWindow = async (db: Db, id: number) =>
  (await run<WindowRow>(db, `select ${WINDOW} from opening_window where id = $1`, [id]))[0]

const EXCEPTION = `id, device_id as "deviceId", first_day as "firstDay", last_day as "lastDay", open,
    from_minute as "fromMinute", to_minute as "toMinute", reason`
const EXCEPTIONS = `select ${EXCEPTION} from opening_exception
  where (device_id is null or device_id = any ($1::int8[])) and last_day >= $2::date
    and ($3::date is null or first_day <= $3::date) order by first_day, id`
/** The exceptions of some devices and of the campus that end on or after `fromDay` (and begin by `toDay`). */
export const listExceptions = (db: Db, deviceIds: readonly number[], fromDay: string, toDay: string | null) =>
  run<ExceptionRow>(db, EXCEPTIONS, [deviceIds, fromDay, toDay])
export const findException = async (db: Db, id: number) =>
  (await run<ExceptionRow>(db, `select ${EXCEPTION} from opening_exception where id = $1`, [id]))[0]

/** A live booking that a change of opening may concern. */
export interface Concerned {
  id: number
  deviceId: number
  seat: number
  kind: 'self_operated' | 'sample_delivery'
  bookerName: string
  /** The people of the booking were told that its hours are closed. */
  closed: boolean
  overridden: readonly string[] | null
  /** Null: delivered samples that wait for their time. */
  from: Date | null
  to: Date | null
}
export interface LiveBooking extends Concerned, Interval {
  from: Date
  to: Date
}
// Bookings that occupy their time: the states of constraint booking_no_overlap, whose index this reads.
const LIVE = `select b.id, b.device_id as "deviceId", b.seat, b.kind, lower(b.period) as "from",
    upper(b.period) as "to", u.name as "bookerName",
    b.closed_at is not null as closed, b.overridden
  from booking b join user_account u on u.id = b.booker_id
  where b.state in (${literals(liveStates)})`
const LIVE_OF_DEVICES = `${LIVE} and b.device_id = any ($1::int8[]) and b.period && tstzrange($2, $3)
  order by lower(b.period), b.id`
const LIVE_OF_ALL = `${LIVE} and b.period && tstzrange($1, $2) order by lower(b.period), b.id`
/** Live bookings of some devices (null: of all) that overlap a time; `to` null means no end. */
export const listLiveBookings = (db: Db, deviceIds: readonly number[] | null, from: Date, to: Date | null) =>
  deviceIds
    ? run<LiveBooking>(db, LIVE_OF_DEVICES, [deviceIds, from, to])
    : run<LiveBooking>(db, LIVE_OF_ALL, [from, to])

const WAITING = `${LIVE} and b.device_id = $1 and b.period is null order by b.id`
/** Delivered samples that wait for their time. */
export const listWaiting = (db: Db, deviceId: number) => run<Concerned>(db, WAITING, [deviceId])

const UNQUALIFIED = `${LIVE} and b.device_id = $1 and b.state <> 'in_use' and b.kind = 'self_operated'
    and upper(b.period) > $2
    and not coalesce(b.overridden && array[${literals(qualificationReasons)}], false)
    and not exists (select from device d,
      may_operate(d.id, d.lab_id, b.experimenter_id, upper(b.period)) where d.id = b.device_id)
  order by lower(b.period), b.id`
/** Coming bookings whose experimenter lacks the qualification, once the device requires one. */
export const listUnqualified = (db: Db, deviceId: number, now: Date) =>
  run<LiveBooking>(db, UNQUALIFIED, [deviceId, now])

const OPENED = `select device_id as id, capacity from opening where enabled and device_id = any ($1::int8[])`
/** The number of seats of those devices that are open for booking. */
export const findCapacities = async (db: Db, deviceIds: readonly number[]): Promise<Map<number, number>> =>
  readCapacities(await run<Capacity>(db, OPENED, [deviceIds]))
interface Capacity {
  id: number
  capacity: number
}
const readCapacities = (rows: readonly Capacity[]) => new Map(rows.map((row) => [row.id, row.capacity]))

const SERVING = `select o.device_id as id, o.capacity
  from opening o join device d on d.id = o.device_id join lab l on l.id = d.lab_id
  where o.enabled and d.status = 'normal' and l.enabled and o.device_id = any ($1::int8[])
    and not ${isBeingScrapped('d.id')}`
/** The same for devices that can be used now: one that is out of order has no free time. */
export const findServing = async (db: Db, deviceIds: readonly number[]): Promise<Map<number, number>> =>
  readCapacities(await run<Capacity>(db, SERVING, [deviceIds]))

// ── Writing ──────────────────────────────────────────────────────────────────

export async function save(ctx: Ctx, deviceId: number, o: OpeningFields): Promise<void> {
  const columns = {
    enabled: o.enabled,
    self_operated: o.selfOperated,
    sample_delivery: o.sampleDelivery,
    capacity: o.capacity,
    grid_minutes: o.gridMinutes,
    min_minutes: o.minMinutes,
    max_minutes: o.maxMinutes,
    horizon_days: o.horizonDays,
    notice_minutes: o.noticeMinutes,
    cancel_limit_minutes: o.cancelLimitMinutes,
    cancel_fee_fen: o.cancelFeeFen,
    grace_minutes: o.graceMinutes,
    quota_day_minutes: o.quotaDayMinutes,
    quota_week_minutes: o.quotaWeekMinutes,
    quota_running: o.quotaRunning,
    admitted_tiers: o.admittedTiers,
    admitted_user_types: o.admittedUserTypes,
    qualification_required: o.qualificationRequired,
    pay_modes: o.payModes,
    fund_card_required: o.fundCardRequired,
    notes: o.notes,
    updated_at: ctx.now,
    updated_by: ctx.me.id,
  }
  await ctx.db
    .insertInto('opening')
    .values({ device_id: deviceId, ...columns })
    .onConflict((on) => on.column('device_id').doUpdateSet(columns))
    .execute()
}

const listColumns = (w: WindowFields) => ({
  weekday: w.weekday,
  from_minute: w.fromMinute,
  to_minute: w.toMinute,
  valid_from: w.validFrom,
  valid_to: w.validTo,
  enabled: w.enabled,
})
export async function addWindows(
  ctx: Ctx,
  deviceId: number,
  rows: readonly WindowFields[],
): Promise<WindowRow[]> {
  const added = await ctx.db
    .insertInto('opening_window')
    .values(rows.map((w) => ({ device_id: deviceId, ...listColumns(w) })))
    .returning('id')
    .execute()
  return rows.map((w, i) => ({ ...w, deviceId, id: added[i]?.id ?? 0 }))
}
export const changeWindow = (ctx: Ctx, id: number, w: WindowFields) =>
  ctx.db.updateTable('opening_window').set(listColumns(w)).where('id', '=', id).execute()
export const removeWindow = (ctx: Ctx, id: number) =>
  run(ctx.db, 'delete from opening_window where id = $1', [id])

export async function addException(ctx: Ctx, e: ExceptionFields): Promise<ExceptionRow> {
  const { id } = await ctx.db
    .insertInto('opening_exception')
    .values({
      device_id: e.deviceId,
      first_day: e.firstDay,
      last_day: e.lastDay,
      open: e.open,
      from_minute: e.fromMinute,
      to_minute: e.toMinute,
      reason: e.reason,
      created_by: ctx.me.id,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...e, id }
}
export const removeException = (ctx: Ctx, id: number) =>
  run(ctx.db, 'delete from opening_exception where id = $1', [id])
