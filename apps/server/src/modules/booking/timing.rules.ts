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

/** A use may begin so long before its time: whoever comes early need not wait for the minute. */
export const EARLY_MINUTES = 15
/** So many violations within so many days suspend a person from booking. */
export const VIOLATIONS = { limit: 3, days: 90, suspensionDays: 14 } as const
/**
 * How long after the end of its time a use that nobody ended is ended by the system; the device's own grace
 * where that is longer.
 */
export const FINISH_GRACE_MINUTES = 15

/**
 * A booking's time is one thing, from here to the table. On the wire and in a row's columns it is two; null:
 * none is named yet.
 */
export const readPeriod = ({ startAt, endAt }: { startAt?: At; endAt?: At }): Interval | null =>
  startAt && endAt ? { from: new Date(startAt), to: new Date(endAt) } : null
type At = Date | string | null | undefined
/** The two of it, for a reply and for the log. */
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
  /** Delivered samples that are in the lab. */
  samplesReceived: boolean
  /**
   * The seat is somebody else's now: in use, or, before this one's time, still promised to whoever is before
   * it.
   */
  seatBusy: boolean
  /** When the last use that reached into this one's time ended. */
  seatFreedAt: Date | null
  /** The portal was away when it was to begin: until then. */
  silentUntil: Date | null
  /** The device asks for a qualification that the experimenter has not (any more). */
  unqualified: boolean
}
/** Of cancelling: as the opening had them when the booking was made, or changed before everybody agreed. */
export interface Terms {
  cancelLimitMinutes: number
  cancelFeeFen: number
}
export interface Limits extends Terms {
  graceMinutes: number
}
/** What a booking by these rules is bound to; null: the device was never opened. */
export const pickTerms = (opening: Terms | null): Terms => ({
  cancelLimitMinutes: opening?.cancelLimitMinutes ?? 0,
  cancelFeeFen: opening?.cancelFeeFen ?? 0,
})

/**
 * The device cannot be used now, its laboratory is closed, the hours were closed later, or so was the door,
 * because a qualification is asked for: its people are not held to what they booked.
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
/** What of it is out of use, and why: a line each. */
export const wordDown = (b: Outage & { deviceNote: string | null }): string[] => [
  ...(b.deviceStatus === 'normal'
    ? []
    : [`仪器${deviceStatusWords[b.deviceStatus]}${b.deviceNote ? `：${b.deviceNote}` : ''}`]),
  ...(b.labEnabled ? [] : ['实验室已停用，能否使用请先与实验室确认']),
  ...(b.closedAt === null ? [] : [HOURS_CLOSED]),
  ...(b.unqualified ? [NOT_QUALIFIED] : []),
]

/**
 * From when to when a use may be started. A lab that has the samples is not held to the minute: `until` is
 * null then. Whoever found his seat taken, or the portal away, is given his grace from when that was over.
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

/** His time has come, and somebody else still sits there. */
const isKeptOut = (
  { state, period, seatBusy }: Pick<Timed, 'state' | 'period' | 'seatBusy'>,
  now: Date,
): boolean => state === 'awaiting_use' && seatBusy && period !== null && period.from <= now

const isCancellable = (b: Pick<Timed, 'state' | 'period' | 'seatBusy'>, now: Date): boolean =>
  b.state.startsWith('awaiting_') &&
  b.state !== 'awaiting_test_order' &&
  (!(b.period && b.period.from <= now) || isKeptOut(b, now))

/**
 * What cancelling costs now. Nothing as long as not everybody has agreed, and nothing for a device that is
 * `down`; otherwise nothing until the limit it was booked with, then the fee, or, where there is none, a
 * violation. Null: it cannot be cancelled any more.
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

/**
 * What staying away costs: what cancelling at the last minute would have, and a violation besides. Nobody
 * gains by not cancelling.
 */
export const judgeMiss = ({ cancelFeeFen }: Limits): { feeFen: number; violation: true } => ({
  feeFen: cancelFeeFen,
  violation: true,
})
/** Null: his samples are in the lab, and nobody waits for him. */
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
 * So long before its start somebody is reminded of what he booked: an hour before cancelling begins to cost,
 * two hours at least.
 */
export const REMIND_AT_LEAST_MINUTES = 120
export const REMIND_AT_MOST_MINUTES = 24 * 60

interface Moving {
  period?: Interval | null
  bookerId?: number
  experimenterId?: number
}
/**
 * Is he to be reminded anew after a step? Of another time, unless it is near already when he is told of it;
 * and who comes instead of somebody else was reminded of nothing.
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

/** The payer was asked for an end of the time that it has: not where that is another one. */
export const forgetsAsked = (b: Pick<Timed, 'period'>, { period }: Moving): boolean =>
  period !== undefined &&
  !(period && b.period && period.from.getTime() === b.period.from.getTime() && period.to > b.period.to)

/** The same in one sentence, to be read before clicking. */
export function wordCancel(terms: CancelTerms, limits: Limits, zone: string): string {
  if (terms.feeFen > 0) return `已过免费取消时间，取消将收取 ${formatYuan(terms.feeFen)} 元`
  if (terms.violation)
    return `已过免费取消时间，取消将记一次违约；${VIOLATIONS.days} 天内累计 ${VIOLATIONS.limit} 次将暂停预约 ${VIOLATIONS.suspensionDays} 天`
  if (!terms.freeUntil) return '现在取消不收取任何费用'
  const later = limits.cancelFeeFen > 0 ? `收取 ${formatYuan(limits.cancelFeeFen)} 元` : '记一次违约'
  return `${shownAt(terms.freeUntil, zone)} 前可免费取消，之后取消将${later}`
}

/**
 * The furthest end a booking can be extended to on its seat; null: not at all. `taken`: what comes later on
 * that seat.
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
 * Whoever runs the device may take up samples that lie in the lab at any time: their slot comes along, if
 * that is free.
 */
export const startsAnyTime = (
  { kind, samplesReceived, period }: Pick<Timed, 'kind' | 'samplesReceived' | 'period'>,
  roles: ReadonlySet<BookingRole>,
): boolean => kind === 'sample_delivery' && samplesReceived && period !== null && roles.has('reviewer')

/** Behind a door that stays shut for him nobody begins by himself; whoever runs the device may let him. */
export const mayBegin = (
  { unqualified }: Pick<Timed, 'unqualified'>,
  roles: ReadonlySet<BookingRole>,
): boolean => !unqualified || roles.has('reviewer')

/**
 * What the clock allows now of what the flow allows these roles: no button is shown that would be refused a
 * minute later.
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

/** Has its time come before everybody agreed? Samples that lie in the lab wait as long as it takes. */
export const isExpired = (
  { period, samplesReceived }: Pick<Timed, 'period' | 'samplesReceived'>,
  now: Date,
): boolean => period !== null && period.from <= now && !samplesReceived

/**
 * Is a use that nobody has started past its time? Samples that lie in the lab are the lab's to deal with.
 * Whose seat is taken waits, as long as any of his time is left.
 */
export function isMissed(booking: Timed, limits: Limits, now: Date): boolean {
  const until = findStartWindow(booking, limits)?.until
  if (booking.state !== 'awaiting_use' || until == null || !booking.period) return false
  return booking.seatBusy ? now > booking.period.to : now > until
}
/** Was it somebody else who kept him out, until he need not have waited any longer? Then it is no no-show. */
export const wasKeptOut = (
  { period, seatBusy, seatFreedAt }: Pick<Timed, 'period' | 'seatBusy' | 'seatFreedAt'>,
  { graceMinutes }: Limits,
): boolean =>
  seatBusy || (period !== null && seatFreedAt !== null && seatFreedAt > addMinutes(period.from, graceMinutes))

/** Was it the portal, which was away for all the time in which he could have begun or said that he does not? */
export const wasUnheard = (
  { period, silentUntil }: Pick<Timed, 'period' | 'silentUntil'>,
  { graceMinutes }: Limits,
): boolean => period !== null && silentUntil !== null && silentUntil > addMinutes(period.from, graceMinutes)

/** When a use that runs is ended by the system: then, not on plan, for that is what nobody saw. */
export const findSystemEnd = (period: Interval, { graceMinutes }: Limits): Date =>
  addMinutes(period.to, Math.max(graceMinutes, FINISH_GRACE_MINUTES))

/** Until when these violations suspend a person; null: not yet. Oldest first, revoked ones left out. */
export function judgeSuspension(violationsAt: readonly Date[], now: Date): Date | null {
  const since = addMinutes(now, -VIOLATIONS.days * 1440)
  return violationsAt.filter((at) => at >= since).length >= VIOLATIONS.limit
    ? addMinutes(now, VIOLATIONS.suspensionDays * 1440)
    : null
}
