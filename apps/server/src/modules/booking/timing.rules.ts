import {
  HOURS_CLOSED,
  type BookingEvent,
  type BookingKind,
  type BookingRole,
  type BookingState,
} from '@portal/contract/booking/booking'
import { deviceStatusWords, type DeviceStatus } from '@portal/contract/device/device'
import { formatYuan } from '@portal/contract/kernel/money'
import { addMinutes, minutesBetween, shownAt } from '../../kernel/time.ts'
import type { Interval } from '../opening/opening.rules.ts'
import { findGaps } from './place/alternatives.rules.ts'

/** A use may begin this many minutes early, so that people who come early need not wait. */
export const EARLY_MINUTES = 15
/** `limit` violations within `days` suspend a person from booking for `suspensionDays`. */
export const VIOLATIONS = { limit: 3, days: 90, suspensionDays: 14 } as const
/**
 * Minutes after the booked end at which the system ends a use that nobody ended; the device's grace if that
 * is longer.
 */
export const FINISH_GRACE_MINUTES = 15

/**
 * Joins start and end into one period, as the code uses it. Replies and rows have two fields; null: no time
 * yet.
 */
export const readPeriod = ({ startAt, endAt }: { startAt?: At; endAt?: At }): Interval | null =>
  startAt && endAt ? { from: new Date(startAt), to: new Date(endAt) } : null
type At = Date | string | null | undefined
/** Splits a period into start and end, for replies and the log. */
export const splitPeriod = (period: Interval | null): { startAt: Date | null; endAt: Date | null } => ({
  startAt: period?.from ?? null,
  endAt: period?.to ?? null,
})

export const countMinutes = (period: Interval | null): number =>
  period ? minutesBetween(period.from, period.to) : 0

export interface Timed {
  state: BookingState
  kind: BookingKind
  period: Interval | null
  /** The delivered samples are in the lab. */
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
}
/** Cancellation terms, copied from the opening when the booking is made or changed before all approvals. */
export interface Terms {
  cancelLimitMinutes: number
  cancelFeeFen: number
}
export interface Limits extends Terms {
  graceMinutes: number
}
/** The cancellation terms of an opening; `null` (never opened): none. */
export const pickTerms = (opening: Terms | null): Terms => ({
  cancelLimitMinutes: opening?.cancelLimitMinutes ?? 0,
  cancelFeeFen: opening?.cancelFeeFen ?? 0,
})

/**
 * True if the device is out of order, its laboratory is closed, its hours were closed after the booking, or
 * the experimenter lacks a required qualification. Cancelling and staying away then cost nothing.
 */
export const isDown = ({ deviceStatus, labEnabled, closedAt, unqualified }: Outage): boolean =>
  deviceStatus !== 'normal' || !labEnabled || closedAt !== null || unqualified
interface Outage {
  deviceStatus: DeviceStatus
  labEnabled: boolean
  closedAt: Date | null
  unqualified: boolean
}
export const NOT_QUALIFIED =
  '实验人没有该仪器的上机资格（须覆盖预约时段），取得前不能使用：请联系该仪器的审核员或实验室负责人'
/** Why the booking cannot be used, one line per cause. */
export const wordDown = (b: Outage & { deviceNote: string | null }): string[] => [
  ...(b.deviceStatus === 'normal'
    ? []
    : [`仪器${deviceStatusWords[b.deviceStatus]}${b.deviceNote ? `：${b.deviceNote}` : ''}`]),
  ...(b.labEnabled ? [] : ['实验室已停用，能否使用请先与实验室确认']),
  ...(b.closedAt === null ? [] : [HOURS_CLOSED]),
  ...(b.unqualified ? [NOT_QUALIFIED] : []),
]

/**
 * The window in which a use may be started. `until` is null for samples that are in the lab: no deadline
 * applies. The grace period starts when the seat became free or the portal came back.
 */
export function findStartWindow(
  {
    kind,
    period,
    samplesReceived,
    seatFreedAt,
    silentUntil,
  }: Pick<Timed, 'kind' | 'period' | 'samplesReceived' | 'seatFreedAt' | 'silentUntil'>,
  { graceMinutes }: Limits,
): { from: Date; until: Date | null } | null {
  if (!period) return null
  const from = addMinutes(period.from, -EARLY_MINUTES)
  if (kind === 'sample_delivery') return { from, until: samplesReceived ? null : period.to }
  const could = Math.max(...[period.from, seatFreedAt, silentUntil].map((at) => at?.getTime() ?? 0))
  const grace = addMinutes(new Date(could), graceMinutes)
  return { from, until: grace < period.to ? grace : period.to }
}

export interface CancelTerms {
  freeUntil: Date | null
  late: boolean
  feeFen: number
  violation: boolean
}

/** The booking's time has come, but another use still occupies the seat. */
const isKeptOut = (
  { state, period, seatBusy }: Pick<Timed, 'state' | 'period' | 'seatBusy'>,
  now: Date,
): boolean => state === 'awaiting_use' && seatBusy && period !== null && period.from <= now

const isCancellable = (b: Pick<Timed, 'state' | 'period' | 'seatBusy'>, now: Date): boolean =>
  b.state.startsWith('awaiting_') &&
  b.state !== 'awaiting_test_order' &&
  (!(b.period && b.period.from <= now) || isKeptOut(b, now))

/**
 * The cost of cancelling now. Free before all approvals, and free for a device that is `down`. Otherwise free
 * until the limit of the booking's terms; after it the fee, or a violation if there is no fee. Null: it can
 * no longer be cancelled.
 */
export function judgeCancel(
  b: Timed,
  { cancelLimitMinutes, cancelFeeFen }: Limits,
  now: Date,
  down: boolean,
): CancelTerms | null {
  if (!isCancellable(b, now)) return null
  const { state, period } = b
  const free = { freeUntil: null, late: false, feeFen: 0, violation: false }
  if (!period || state !== 'awaiting_use' || down || isKeptOut(b, now)) return free
  const freeUntil = addMinutes(period.from, -cancelLimitMinutes)
  const late = now > freeUntil
  return { freeUntil, late, feeFen: late ? cancelFeeFen : 0, violation: late && cancelFeeFen === 0 }
}

/** The cost of a no-show: the late cancellation fee and a violation, so not cancelling never pays off. */
export const judgeMiss = ({ cancelFeeFen }: Limits): { feeFen: number; violation: true } => ({
  feeFen: cancelFeeFen,
  violation: true,
})
/** The cost of a no-show in words; null once the samples are in the lab, as no attendance is needed. */
export function wordMiss(
  { kind, period, samplesReceived }: Pick<Timed, 'kind' | 'period' | 'samplesReceived'>,
  { cancelFeeFen }: Pick<Limits, 'cancelFeeFen'>,
  zone: string,
): string | null {
  if (samplesReceived) return null
  const until = kind === 'sample_delivery' && period ? shownAt(period.to, zone) : null
  const what = until ? `未在 ${until} 前送达样品` : '未按时使用'
  return `${what}且未取消，将记一次违约${cancelFeeFen > 0 ? `并收取 ${formatYuan(cancelFeeFen)} 元` : ''}`
}

/**
 * Bounds, in minutes before the start, for the reminder: it comes an hour before cancelling begins to cost,
 * at least two hours and at most a day before the start.
 */
export const REMIND_AT_LEAST_MINUTES = 120
export const REMIND_AT_MOST_MINUTES = 24 * 60

interface Moving {
  period?: Interval | null
  bookerId?: number
  experimenterId?: number
}
/**
 * True if a step makes a new reminder necessary. A new time does, unless it is so near that the message about
 * it replaces the reminder. A new booker or experimenter does, as they have had no reminder.
 */
export function forgetsReminder(
  b: Pick<Timed, 'state' | 'period'> & Pick<Limits, 'cancelLimitMinutes'> & Required<Moving>,
  to: BookingState,
  { period, bookerId = b.bookerId, experimenterId = b.experimenterId }: Moving,
  now: Date,
): boolean {
  if (bookerId !== b.bookerId || experimenterId !== b.experimenterId) return true
  if (period === undefined || period?.from.getTime() === b.period?.from.getTime()) return false
  const isTold = b.state === 'awaiting_use' && to === 'awaiting_use'
  return !(isTold && period && findReminder(period.from, b) <= now)
}
const findReminder = (from: Date, { cancelLimitMinutes }: Pick<Limits, 'cancelLimitMinutes'>): Date =>
  addMinutes(
    from,
    -Math.min(REMIND_AT_MOST_MINUTES, Math.max(REMIND_AT_LEAST_MINUTES, cancelLimitMinutes + 60)),
  )

/**
 * True if a step changes the period so that the payer's pending extension request no longer applies. A later
 * end with the same start keeps it.
 */
export const forgetsAsked = (b: Pick<Timed, 'period'>, { period }: Moving): boolean =>
  period !== undefined &&
  !(period && b.period && period.from.getTime() === b.period.from.getTime() && period.to > b.period.to)

/** The cancellation terms in one sentence, shown before the click. */
export function wordCancel(terms: CancelTerms, limits: Limits, zone: string): string {
  if (terms.feeFen > 0) return `已过免费取消时间，取消将收取 ${formatYuan(terms.feeFen)} 元`
  if (terms.violation)
    return `已过免费取消时间，取消将记一次违约；${VIOLATIONS.days} 天内累计 ${VIOLATIONS.limit} 次将暂停预约 ${VIOLATIONS.suspensionDays} 天`
  if (!terms.freeUntil) return '现在取消不收取任何费用'
  const later = limits.cancelFeeFen > 0 ? `收取 ${formatYuan(limits.cancelFeeFen)} 元` : '记一次违约'
  return `${shownAt(terms.freeUntil, zone)} 前可免费取消，之后取消将${later}`
}

/**
 * The latest end to which a booking can be extended on its seat; null: none. `taken`: later bookings of that
 * seat.
 */
export function findLatestEnd(
  period: Interval,
  { open, taken, maxMinutes }: { open: readonly Interval[]; taken: readonly Interval[]; maxMinutes: number },
): Date | null {
  const gap = findGaps(open, taken).find((g) => g.from <= period.to && g.to > period.to)
  if (!gap) return null
  const longest = addMinutes(period.from, maxMinutes)
  const until = gap.to < longest ? gap.to : longest
  return until > period.to ? until : null
}

/**
 * A reviewer of the device may start samples that are in the lab at any time: the booked slot moves if it is
 * free.
 */
export const startsAnyTime = (
  { kind, samplesReceived, period }: Pick<Timed, 'kind' | 'samplesReceived' | 'period'>,
  roles: ReadonlySet<BookingRole>,
): boolean => kind === 'sample_delivery' && samplesReceived && period !== null && roles.has('reviewer')

/** An unqualified experimenter cannot start the use, as the door stays shut; a reviewer of the device may. */
export const mayBegin = (
  { unqualified }: Pick<Timed, 'unqualified'>,
  roles: ReadonlySet<BookingRole>,
): boolean => !unqualified || roles.has('reviewer')

/**
 * True if the time allows an event that the flow allows these roles, so that no button is shown whose call
 * would be refused.
 */
export function isTimely(
  event: BookingEvent,
  booking: Timed & { roles: ReadonlySet<BookingRole> },
  limits: Limits,
  now: Date,
): boolean {
  switch (event) {
    case 'cancel':
      return isCancellable(booking, now)
    case 'start': {
      const window = findStartWindow(booking, limits)
      const inTime = window !== null && window.from <= now && (window.until === null || now <= window.until)
      return (
        (inTime || startsAnyTime(booking, booking.roles)) &&
        !booking.seatBusy &&
        mayBegin(booking, booking.roles)
      )
    }
    case 'reschedule':
      return booking.kind === 'sample_delivery'
    case 'extend':
      return booking.period !== null && (booking.state === 'in_use' || now <= booking.period.to)
    case 'approve':
    case 'change':
      return !isExpired(booking, now)
    default:
      return true
  }
}

/** True if the time has come before all approvals. Samples that are in the lab do not expire. */
export const isExpired = (
  { period, samplesReceived }: Pick<Timed, 'period' | 'samplesReceived'>,
  now: Date,
): boolean => period !== null && period.from <= now && !samplesReceived

/**
 * True if a use was not started in time. Samples that are in the lab are never missed: the lab handles them.
 * While the seat is taken, the booking waits until its end.
 */
export function isMissed(booking: Timed, limits: Limits, now: Date): boolean {
  const until = findStartWindow(booking, limits)?.until
  if (booking.state !== 'awaiting_use' || until == null || !booking.period) return false
  return booking.seatBusy ? now > booking.period.to : now > until
}
/** True if another use kept the experimenter out until after the grace period: this is no no-show. */
export const wasKeptOut = (
  { period, seatBusy, seatFreedAt }: Pick<Timed, 'period' | 'seatBusy' | 'seatFreedAt'>,
  { graceMinutes }: Limits,
): boolean =>
  seatBusy || (period !== null && seatFreedAt !== null && seatFreedAt > addMinutes(period.from, graceMinutes))

/**
 * True if the portal was down until after the grace period, so that the use could neither start nor be
 * cancelled.
 */
export const wasUnheard = (
  { period, silentUntil }: Pick<Timed, 'period' | 'silentUntil'>,
  { graceMinutes }: Limits,
): boolean => period !== null && silentUntil !== null && silentUntil > addMinutes(period.from, graceMinutes)

/**
 * When the system ends a running use: after the grace, not at the planned end, since nobody observed an end
 * then.
 */
export const findSystemEnd = (period: Interval, { graceMinutes }: Limits): Date =>
  addMinutes(period.to, Math.max(graceMinutes, FINISH_GRACE_MINUTES))

/** Until when these violations suspend a person; null: not suspended. Revoked ones must be left out. */
export function judgeSuspension(violationsAt: readonly Date[], now: Date): Date | null {
  const since = addMinutes(now, -VIOLATIONS.days * 1440)
  return violationsAt.filter((at) => at >= since).length >= VIOLATIONS.limit
    ? addMinutes(now, VIOLATIONS.suspensionDays * 1440)
    : null
}
