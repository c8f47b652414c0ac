import { useStates } from '@portal/contract/use-ledger/use-ledger'
import type { BookingState, PayMode } from '@portal/contract/booking/booking'
import type { DeviceStatus } from '@portal/contract/device/device'
import type { Ctx } from '../../../kernel/ctx.ts'
import { literals, run, runOne } from '../../../kernel/db.ts'
import type { Opening } from '../facts.rules.ts'
import { scheduleSql } from '../place/facts.store.ts'
import { OPENING, type ScheduleColumns } from '../place/rules.store.ts'
import type { Standing } from '../roles.rules.ts'
import { BOOKABLE, LIVE, bindPerson, standingSql } from '../sql.store.ts'

/**
 * A row of the JSON result: seat, start and end in Unix milliseconds, then fields that only some callers may
 * see.
 */
export type Busy = [
  seat: number,
  from: number,
  to: number,
  id: number,
  state: BookingState,
  bookerId: number,
  experimenterId: number,
  payerId: number,
  bookerName: string,
]
export interface WeekRow extends ScheduleColumns, Standing, Omit<Opening, 'enabled' | 'payModes'> {
  id: number
  serialId: string
  name: string
  status: DeviceStatus
  statusNote: string | null
  shared: boolean
  labEnabled: boolean
  labId: number
  labName: string
  enabled: boolean | null
  payModes: PayMode[]
  notes: string | null
  busy: Busy[]
  /** Finished uses, for the past part of the span; null if none of it is past. */
  past: Busy[] | null
}

const selectBusy = (where: string) => `(
  select coalesce(json_agg(json_build_array(b.seat, extract(epoch from lower(b.period)) * 1000,
    extract(epoch from upper(b.period)) * 1000, b.id, b.state, b.booker_id, b.experimenter_id, b.payer_id,
    u.name)), '[]')
  from booking b join user_account u on u.id = b.booker_id where b.device_id = d.id and ${where})`
/** Longest booking: one that overlaps the span ends at most this long after the span. */
const LONGEST = `interval '31 days'`

const liveSql = (from: string, to: string) =>
  selectBusy(`b.period && tstzrange(${from}, ${to}) and b.state in ${LIVE}`)
const pastSql = (from: string, to: string, now: string) =>
  `case when ${from} < ${now} then
    ${selectBusy(`upper(b.period) > ${from}
      and upper(b.period) < least(${to}, ${now})::timestamptz + ${LONGEST}
      and lower(b.period) < least(${to}, ${now}) and b.state in (${literals(useStates)})`)} end`

// Static statement texts, because the calendar is the most frequent query.
const WEEK = `
  select d.id, d.serial_id as "serialId", d.name, d.status, d.status_note as "statusNote", d.shared,
    l.enabled as "labEnabled", l.id as "labId", l.name as "labName",
    ${OPENING}, o.notes, ${scheduleSql('$4', '$5')}, ${standingSql('d', 'l', 7)},
    ${liveSql('$2', '$3')} as busy, ${pastSql('$2', '$3', '$6')} as past
  from device d join lab l on l.id = d.lab_id left join opening o on o.device_id = d.id`
/** Most devices on one screen; nobody reads more. */
const LAB_DEVICES = 200
const LAB = `${WEEK} where d.lab_id = $1 and ${BOOKABLE}
  order by d.name, d.id limit ${LAB_DEVICES + 1}`
const SOME = `${WEEK} where d.id = any($1) and ${BOOKABLE}`

interface Span {
  from: Date
  to: Date
  firstDay: string
  lastDay: string
}
const bindSpan = (ctx: Ctx, id: number | readonly number[], s: Span) => [
  id,
  s.from,
  s.to,
  s.firstDay,
  s.lastDay,
  ctx.now,
  ...bindPerson(ctx),
]

// For one device all other fields come from the cached rules (decision 108).
const BUSY = `select ${liveSql('$2', '$3')} as busy, ${pastSql('$2', '$3', '$4')} as past
  from (select $1::int8 as id) d`
export const findBusy = (
  ctx: Ctx,
  deviceId: number,
  { from, to }: Pick<Span, 'from' | 'to'>,
): Promise<Pick<WeekRow, 'busy' | 'past'>> => runOne(ctx.db, BUSY, [deviceId, from, to, ctx.now])

/** The devices of a lab that can be booked; `more`: there are more than one screen shows. */
export async function findLab(
  ctx: Ctx,
  labId: number,
  span: Span,
): Promise<{ rows: WeekRow[]; more: boolean }> {
  const rows = await run<WeekRow>(ctx.db, LAB, bindSpan(ctx, labId, span))
  return { rows: rows.slice(0, LAB_DEVICES), more: rows.length > LAB_DEVICES }
}
/** Those of the given devices that can be booked. */
export const findSome = (ctx: Ctx, deviceIds: readonly number[], span: Span): Promise<WeekRow[]> =>
  run<WeekRow>(ctx.db, SOME, bindSpan(ctx, deviceIds, span))
