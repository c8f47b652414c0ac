// The calendar of the campus, independent of the time zone of the process.

const formats = new Map<string, Intl.DateTimeFormat>()
function findFormat(zone: string): Intl.DateTimeFormat {
  let f = formats.get(zone)
  if (!f) {
    f = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, f)
  }
  return f
}

export interface Local {
  /** `YYYY-MM-DD` */
  day: string
  /** Minutes since local midnight by the wall clock, 0..1439. */
  minute: number
  /** 1 Monday … 7 Sunday */
  weekday: number
}

const DAY_MS = 86_400_000

// Memoised both ways: days are converted thousands of times a second, and few different days occur.
const MAX_DAYS = 5000
const textOfDay = new Map<number, string>()
const numberOfDay = new Map<string, number>()
/** Days since 1970-01-01. */
function dayNumber(day: string): number {
  let n = numberOfDay.get(day)
  if (n === undefined) {
    if (numberOfDay.size > MAX_DAYS) numberOfDay.clear()
    numberOfDay.set(day, (n = Date.parse(`${day}T00:00:00Z`) / DAY_MS))
  }
  return n
}
function dayText(n: number): string {
  let day = textOfDay.get(n)
  if (day === undefined) {
    if (textOfDay.size > MAX_DAYS) textOfDay.clear()
    textOfDay.set(n, (day = new Date(n * DAY_MS).toISOString().slice(0, 10)))
  }
  return day
}

/** Milliseconds the zone's wall clock is ahead of UTC at an instant. */
function offsetAt(instant: number, zone: string): number {
  const p: Record<string, string> = {}
  for (const { type, value } of findFormat(zone).formatToParts(instant)) p[type] = value
  const wall = Date.UTC(
    Number(p['year']),
    Number(p['month']) - 1,
    Number(p['day']),
    Number(p['hour']),
    Number(p['minute']),
    Number(p['second']),
  )
  return wall - Math.floor(instant / 1000) * 1000
}

// Offsets change at whole quarter hours of UTC; asked for thousands of times a second, so remembered by
// quarter hour.
const QUARTER_MS = 900_000
const offsets = new Map<string, Map<number, number>>()
function offset(instant: number, zone: string): number {
  let ofZone = offsets.get(zone)
  if (!ofZone) offsets.set(zone, (ofZone = new Map()))
  const quarter = Math.floor(instant / QUARTER_MS)
  let known = ofZone.get(quarter)
  if (known === undefined) {
    if (ofZone.size > 20_000) ofZone.clear()
    ofZone.set(quarter, (known = offsetAt(instant, zone)))
  }
  return known
}

/** Day, minute and weekday of an instant on the campus's clock. */
export function findLocal(instant: Date, zone: string): Local {
  const wall = instant.getTime() + offset(instant.getTime(), zone)
  const n = Math.floor(wall / DAY_MS)
  return { day: dayText(n), minute: Math.floor((wall - n * DAY_MS) / 60_000), weekday: weekday(n) }
}

/** The current day on the campus, as `YYYY-MM-DD`. */
export const findToday = (ctx: { now: Date; env: { CAMPUS_TZ: string } }): string =>
  findLocal(ctx.now, ctx.env.CAMPUS_TZ).day

// Day 0 was a Thursday.
const weekday = (n: number) => ((((n + 3) % 7) + 7) % 7) + 1
/** 1 Monday … 7 Sunday */
export const findWeekday = (day: string): number => weekday(dayNumber(day))

/**
 * The instant at which the campus's clock shows this day and minute (0..1440).
 * A wall time that a change of clocks skips is the instant after the gap; one that comes twice is the first.
 */
export function findInstant(day: string, minute: number, zone: string): Date {
  const wall = dayNumber(day) * DAY_MS + minute * 60_000
  // No zone is further than a day from UTC, so these are the offsets before and after whatever changes around
  // this time.
  const before = offset(wall - DAY_MS, zone)
  const after = offset(wall + DAY_MS, zone)
  const early = wall - Math.max(before, after)
  const late = wall - Math.min(before, after)
  for (const instant of [early, late]) if (instant + offset(instant, zone) === wall) return new Date(instant)
  return new Date(changeBetween(early, late, zone))
}

/** The days that a list is filtered by, as a half-open interval of instants; the day `to` is included. */
export const findSpan = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  zone: string,
): { fromAt: Date | null; untilAt: Date | null } => ({
  fromAt: from ? findInstant(from, 0, zone) : null,
  untilAt: to ? findInstant(addDays(to, 1), 0, zone) : null,
})

/** The first quarter hour in `(from, to]` that has the offset of `to`. */
function changeBetween(from: number, to: number, zone: string): number {
  const wanted = offset(to, zone)
  for (let at = Math.floor(from / QUARTER_MS + 1) * QUARTER_MS; at < to; at += QUARTER_MS)
    if (offset(at, zone) === wanted) return at
  return to
}

/** `YYYY-MM-DD`, n days later. */
export const addDays = (day: string, n: number): string => dayText(dayNumber(day) + n)

/** The Monday of a day's week. */
export const findMonday = (day: string): string => addDays(day, 1 - findWeekday(day))

export const addMinutes = (instant: Date, minutes: number): Date =>
  new Date(instant.getTime() + minutes * 60_000)
export const minutesBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 60_000

const two = (n: number) => String(n).padStart(2, '0')
/** `09:30`: a minute of a day (0..1440). */
export const shownMinute = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
/** `09:30` on the campus's clock. */
export const shownTime = (instant: Date, zone: string): string => shownMinute(findLocal(instant, zone).minute)
/** `2026-10-03 09:30` on the campus's clock: for sentences people read. */
export const shownAt = (instant: Date, zone: string): string =>
  `${findLocal(instant, zone).day} ${shownTime(instant, zone)}`
/** The time alone if it is on the day of `beside`, which the reader knows; else with its day. */
export const shownBeside = (beside: Date, instant: Date, zone: string): string =>
  findLocal(beside, zone).day === findLocal(instant, zone).day
    ? shownTime(instant, zone)
    : shownAt(instant, zone)
/** `2026-10-03 09:30–11:00`, with the second day where it is another one. */
export const shownPeriod = (from: Date, to: Date, zone: string): string =>
  `${shownAt(from, zone)}–${shownBeside(from, to, zone)}`
