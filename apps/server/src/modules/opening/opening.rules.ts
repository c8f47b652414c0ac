import type { ExceptionFields, WindowFields } from '@portal/contract/opening/opening'
import { addDays, findInstant, findLocal, findWeekday } from '../../kernel/time.ts'

/**
 * When a device is open: weekly windows in campus time, and dated exceptions of the device and of the campus.
 */
export interface Schedule {
  windows: readonly WindowFields[]
  exceptions: readonly ExceptionFields[]
  /** IANA name of the campus zone. */
  zone: string
}

export interface Interval {
  from: Date
  to: Date
}

/** Minutes of one campus day, `[from, to)`, sorted and disjoint. */
type Spans = [from: number, to: number][]

function joinSpans(spans: Spans): Spans {
  const joined: Spans = []
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

const cutSpans = (spans: Spans, from: number, to: number): Spans =>
  spans.flatMap(([a, b]): Spans => {
    if (b <= from || a >= to) return [[a, b]]
    return (
      [
        [a, from],
        [to, b],
      ] satisfies Spans
    ).filter(([x, y]) => x < y)
  })

const coversDay = (e: ExceptionFields, day: string) => e.firstDay <= day && day <= e.lastDay

/**
 * The open minutes of one campus day. Exceptions of the device override those of the campus (an instrument
 * may be open on a holiday). Within each of the two, a closure overrides extra hours (a repair always
 * closes).
 */
function findOpenMinutes(day: string, { windows, exceptions }: Schedule): Spans {
  const weekday = findWeekday(day)
  let spans: Spans = windows
    .filter(
      (w) => w.enabled && w.weekday === weekday && (w.validFrom ?? day) <= day && day <= (w.validTo ?? day),
    )
    .map((w) => [w.fromMinute, w.toMinute])
  const today = exceptions.filter((e) => coversDay(e, day))
  for (const ofDevice of [false, true]) {
    const here = today.filter((e) => (e.deviceId !== null) === ofDevice)
    for (const e of here) if (e.open) spans.push([e.fromMinute, e.toMinute])
    for (const e of here) if (!e.open) spans = cutSpans(spans, e.fromMinute, e.toMinute)
  }
  return joinSpans(spans)
}

/** Open minutes in local clock time, from the first day to the last, both included. */
export function countOpenMinutes(schedule: Schedule, from: string, to: string): number {
  let minutes = 0
  for (let day = from; day <= to; day = addDays(day, 1))
    for (const [a, b] of findOpenMinutes(day, schedule)) minutes += b - a
  return minutes
}

/** The campus days that `[from, to)` touches. */
function* walkDays(from: Date, to: Date, zone: string): Generator<string> {
  const last = findLocal(new Date(to.getTime() - 1), zone).day
  for (let day = findLocal(from, zone).day; day <= last; day = addDays(day, 1)) yield day
}

/**
 * The open intervals within `[from, to)`, sorted, disjoint and cut to it; across midnight they are joined. On
 * a day with a clock change the local time decides: 01:00 to 04:00 is then two hours long, or four.
 */
export const findOpenIntervals = (range: Schedule & Interval): Interval[] => findUntil(range, () => false)

/** True if it is open within `[from, to)` for at least so many minutes without a break. */
export function hasOpenInterval(range: Schedule & Interval, minutes: number): boolean {
  const isLong = ({ from, to }: Interval) => to.getTime() - from.getTime() >= minutes * 60_000
  // An interval only grows, so that the days after a long one need not be looked at.
  return findUntil(range, isLong).some(isLong)
}

/** The open intervals up to the first that `isEnough`, as far as it has grown by then. */
function findUntil(
  { from, to, ...schedule }: Schedule & Interval,
  isEnough: (interval: Interval) => boolean,
): Interval[] {
  const found: Interval[] = []
  if (from >= to) return found
  for (const day of walkDays(from, to, schedule.zone)) {
    for (const [a, b] of findOpenMinutes(day, schedule)) {
      const start = Math.max(findInstant(day, a, schedule.zone).getTime(), from.getTime())
      const end = Math.min(findInstant(day, b, schedule.zone).getTime(), to.getTime())
      if (start >= end) continue
      const last = found.at(-1)
      const joins = last && last.to.getTime() >= start
      const current = joins ? last : { from: new Date(start), to: new Date(end) }
      if (joins) last.to = new Date(Math.max(end, last.to.getTime()))
      else found.push(current)
      if (isEnough(current)) return found
    }
  }
  return found
}

/** True if it is open the whole time from `from` to `to`. */
export function isOpenThroughout(range: Schedule & Interval): boolean {
  const [only, more] = findOpenIntervals(range)
  return (
    only !== undefined &&
    more === undefined &&
    only.from.getTime() === range.from.getTime() &&
    only.to.getTime() === range.to.getTime()
  )
}

/** The fields of a booking that decide whether it lies in open time. */
export interface Booked extends Interval {
  kind: 'self_operated' | 'sample_delivery'
  /** Codes of the reasons overridden when the booking was made. */
  overridden: readonly string[] | null
}
/** The kinds of booking that a device takes. */
export interface Served {
  enabled: boolean
  selfOperated: boolean
  sampleDelivery: boolean
}
export const isServed = ({ kind }: Pick<Booked, 'kind'>, served: Served): boolean =>
  served.enabled && (kind === 'self_operated' ? served.selfOperated : served.sampleDelivery)

/**
 * True if the device still takes an existing booking. Opening hours do not bind delivered samples, whose time
 * the reviewer set, nor bookings with an override of the hours: only a closure stops these.
 */
export function isOpenFor(booking: Booked, served: Served, schedule: Schedule): boolean {
  if (!isServed(booking, served)) return false
  if (isOpenThroughout({ ...schedule, from: booking.from, to: booking.to })) return true
  const isBound = booking.kind === 'self_operated' && !booking.overridden?.includes('NOT_OPEN')
  return !isBound && findClosingReason(schedule, booking.from, booking.to) === null
}

/**
 * A stretch in which the device is open or closed throughout; if an exception closes it, with the reason.
 * Closed stretches end at midnight.
 */
export interface Stretch extends Interval {
  open: boolean
  reason: string | null
}

/** Cuts `[from, to)` into open and closed stretches without gaps, for calendars. */
export function listStretches(range: Schedule & Interval): Stretch[] {
  const stretches: Stretch[] = []
  let at = range.from
  const close = (until: Date) => {
    while (at < until) {
      const midnight = findInstant(addDays(findLocal(at, range.zone).day, 1), 0, range.zone)
      const to = midnight < until ? midnight : until
      stretches.push({ from: at, to, open: false, reason: findClosingReason(range, at, to) })
      at = to
    }
  }
  for (const open of findOpenIntervals(range)) {
    close(open.from)
    stretches.push({ ...open, open: true, reason: null })
    at = open.to
  }
  close(range.to)
  return stretches
}

/**
 * The reason of an exception that closes part of `[from, to)`, the device's own before the campus's; null if
 * there is none.
 */
export function findClosingReason({ exceptions, zone }: Schedule, from: Date, to: Date): string | null {
  if (exceptions.length === 0) return null
  const days = [...walkDays(from, to, zone)]
  const closures = exceptions.filter(
    (e) =>
      !e.open &&
      days.some(
        (day) =>
          coversDay(e, day) &&
          findInstant(day, e.fromMinute, zone) < to &&
          findInstant(day, e.toMinute, zone) > from,
      ),
  )
  return (closures.find((e) => e.deviceId !== null) ?? closures[0])?.reason ?? null
}
