import type { bookingCalls } from '@portal/contract/booking/calls'
import type { Reply } from '@portal/contract/kernel/call'
import { campusTime, findInstant } from '../../lib/format.ts'

// Time in a calendar: campus days and instants, no pixels. Days are `YYYY-MM-DD` on the campus clock.

export type Week = Reply<typeof bookingCalls.week>
export interface Choice {
  startAt: string
  endAt: string
  seat?: number | null
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const toUtc = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export const findDay = (at: string | Date): string => {
  const t = campusTime(at)
  return t ? `${t.year}-${t.month}-${t.day}` : ''
}
/** The day that an address names; today, if it names none. */
export function readDay(text: string | null): string {
  const day = /^\d{4}-\d\d-\d\d$/.exec(text ?? '')?.[0]
  return day !== undefined && Number.isFinite(toUtc(day)) ? day : findDay(new Date())
}
/** The day from which a calendar looks for free time: the one that an address names, but not a past one. */
export function readStartDay(text: string | null): string {
  const [day, today] = [readDay(text), findDay(new Date())]
  return day > today ? day : today
}
export const addDays = (day: string, n: number): string =>
  new Date(toUtc(day) + n * DAY_MS).toISOString().slice(0, 10)
export const findMonthStart = (day: string): string => `${day.slice(0, 7)}-01`
export const findMonday = (day: string): string => addDays(day, -((new Date(toUtc(day)).getUTCDay() + 6) % 7))
/** The campus wall time of an instant, as a calendar draws it: `2026-01-05T09:00:00`. */
export const findWall = (at: string): string => {
  const t = campusTime(at)
  return t ? `${t.year}-${t.month}-${t.day}T${t.hour}:${t.minute}:00` : ''
}
/** The instant of a calendar's wall time; the inverse of {@link findWall}. */
export const instantOfWall = (wall: string): string => findInstant(wall.slice(0, 16)) ?? ''
/** The first instant of a campus day. */
export const findStart = (day: string): string =>
  findInstant(`${day} 00:00`) ?? new Date(toUtc(day)).toISOString()

/** The campus clock's offset from UTC at an instant, for the calendar: `+08:00`. */
export function findOffset(at: string): string {
  const t = campusTime(at)
  if (!t) return '+00:00'
  const ahead = Math.round(
    (Date.UTC(Number(t.year), Number(t.month) - 1, Number(t.day), Number(t.hour), Number(t.minute)) -
      Math.floor(Date.parse(at) / MINUTE_MS) * MINUTE_MS) /
      MINUTE_MS,
  )
  const abs = Math.abs(ahead)
  return `${ahead < 0 ? '-' : '+'}${String(Math.floor(abs / 60)).padStart(2, '0')}:${String(abs % 60).padStart(2, '0')}`
}

/**
 * The span to request for a week: includes the next week, because a use that starts in the last hour may run
 * into it.
 */
export const findSpan = (monday: string): { from: string; to: string } => ({
  from: findStart(monday),
  to: findStart(addDays(monday, 14)),
})

const countMinutes = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / MINUTE_MS
const plus = (at: string, minutes: number): string =>
  new Date(Date.parse(at) + minutes * MINUTE_MS).toISOString()

/**
 * Aligns a dragged range to the device's grid, counted from campus midnight; at least the shortest use long.
 */
export function snap(choice: Choice, opening: { gridMinutes: number; minMinutes: number }): Choice {
  const midnight = findStart(findDay(choice.startAt))
  const { gridMinutes: grid } = opening
  const startAt = plus(midnight, Math.floor(countMinutes(midnight, choice.startAt) / grid) * grid)
  const length = Math.max(countMinutes(startAt, choice.endAt), opening.minMinutes)
  return { ...choice, startAt, endAt: plus(startAt, Math.ceil(length / grid) * grid) }
}

/** What a key does to a choice: moves it to another day or along the day, or changes its length. */
export interface Shift {
  days?: number
  /** Grid steps. */
  steps?: number
  longer?: number
}
/** Moves or resizes the choice, within the shortest and longest use; another day keeps the same hours. */
export function shiftChoice(
  choice: Choice,
  { days = 0, steps = 0, longer = 0 }: Shift,
  { gridMinutes, minMinutes, maxMinutes }: { gridMinutes: number; minMinutes: number; maxMinutes: number },
): Choice {
  const length = countMinutes(choice.startAt, choice.endAt)
  const day = findDay(choice.startAt)
  const moved = instantOfWall(`${addDays(day, days)}${findWall(choice.startAt).slice(10)}`)
  const startAt = plus(moved, steps * gridMinutes)
  const wanted = length + longer * gridMinutes
  const fits = wanted >= minMinutes && wanted <= maxMinutes
  return { ...choice, startAt, endAt: plus(startAt, fits ? wanted : length) }
}

interface Stretch {
  startAt: string
  endAt: string
}
const overlaps = (a: Stretch, b: Stretch): boolean =>
  Date.parse(a.startAt) < Date.parse(b.endAt) && Date.parse(b.startAt) < Date.parse(a.endAt)

/** Seats that are free during the whole period. */
export function listFreeSeats(
  week: Pick<Week, 'busy'> & { opening: { capacity: number } | null },
  period: Stretch,
): number[] {
  const taken = new Set(week.busy.filter((b) => overlaps(b, period)).map((b) => b.seat))
  return Array.from({ length: week.opening?.capacity ?? 1 }, (_, i) => i + 1).filter(
    (seat) => !taken.has(seat),
  )
}

/** The last day on which a booking may begin. */
export const findLastDay = (now: string, { horizonDays }: { horizonDays: number }): string =>
  addDays(findDay(now), horizonDays)

/** Instruments are never open further ahead, in days. */
const FURTHEST_DAYS = 366
/**
 * The week for an operator who sets the time of samples: without the limits on how far and how shortly ahead
 * one books. If the instrument has no open hours at all, every hour counts as open.
 */
export const unbind = (week: Week): Week => ({
  ...week,
  opening: week.opening && { ...week.opening, noticeMinutes: 0, horizonDays: FURTHEST_DAYS },
  stretches: week.stretches.some((s) => s.open)
    ? week.stretches
    : week.stretches.map((s) => ({ ...s, open: true })),
})

export interface SlotOption extends Stretch {
  seats: number[]
}
/** All grid starts on one day from which the shortest use fits; for the list of choices. */
export function listBeginnings(week: Week, day: string): SlotOption[] {
  const { opening } = week
  if (!opening) return []
  const midnight = findStart(day)
  const end = findStart(addDays(day, 1))
  if (day > findLastDay(week.now, opening)) return []
  const earliest = Date.parse(week.now) + opening.noticeMinutes * MINUTE_MS
  const options: SlotOption[] = []
  for (let at = midnight; at < end; at = plus(at, opening.gridMinutes)) {
    const slot = { startAt: at, endAt: plus(at, opening.minMinutes) }
    if (Date.parse(at) < earliest || !isOpenThroughout(week, slot)) continue
    const seats = listFreeSeats(week, slot)
    if (seats.length) options.push({ ...slot, seats })
  }
  return options
}
/**
 * The day that a calendar opens on: the first from `day` on with free time in the requested week, else the
 * Monday after.
 */
export function findFirstFreeDay(week: Week, day: string): string {
  const next = addDays(findMonday(day), 7)
  for (let d = day; d < next; d = addDays(d, 1)) if (listBeginnings(week, d).length) return d
  return next
}
/**
 * The possible ends for a start: on the grid, within the longest use, up to the first closed or booked time.
 */
export function listEndings(week: Week, startAt: string, seat?: number | null): string[] {
  const { opening } = week
  if (!opening) return []
  const ends: string[] = []
  const step = opening.gridMinutes
  for (
    let minutes = Math.ceil(opening.minMinutes / step) * step;
    minutes <= opening.maxMinutes;
    minutes += step
  ) {
    const period = { startAt, endAt: plus(startAt, minutes) }
    const seats = listFreeSeats(week, period)
    if (!isOpenThroughout(week, period) || (seat ? !seats.includes(seat) : seats.length === 0)) break
    ends.push(period.endAt)
  }
  return ends
}

/** Later ends of a booking on the device's grid, up to `until`. */
export function listLaterEnds(endAt: string, until: string, gridMinutes: number): string[] {
  const midnight = findStart(findDay(endAt))
  const hourly = gridMinutes * Math.ceil(60 / gridMinutes)
  const ends: string[] = []
  for (
    let minutes = (Math.floor(countMinutes(midnight, endAt) / gridMinutes) + 1) * gridMinutes;
    plus(midnight, minutes) <= until;
    // There may be weeks of ends: beyond a day they are listed by the hour.
    minutes += countMinutes(endAt, plus(midnight, minutes)) < 1440 ? gridMinutes : hourly
  )
    ends.push(plus(midnight, minutes))
  return ends
}

/** Whether the whole period lies within the opening hours. */
export function isOpenThroughout(week: Pick<Week, 'stretches'>, period: Stretch): boolean {
  const touched = week.stretches.filter((s) => overlaps(s, period))
  return (
    touched.length > 0 &&
    touched.every((s) => s.open) &&
    countMinutes(touched[0]?.startAt ?? '', period.startAt) >= 0 &&
    countMinutes(period.endAt, touched.at(-1)?.endAt ?? '') >= 0
  )
}

interface Taken {
  stretches: Week['stretches']
  busy: readonly Stretch[]
}
/** The part of the answer that lies in one week. */
export function keepWeek({ stretches, busy }: Taken, monday: string): Taken {
  const week = { startAt: findStart(monday), endAt: findStart(addDays(monday, 7)) }
  const within = <T extends Stretch>(all: readonly T[]) => all.filter((s) => overlaps(s, week))
  return { stretches: within(stretches), busy: within(busy) }
}
/**
 * The hours to draw: from the first opening to the last, plus an hour on both sides, and everything booked.
 */
export function findHours(week: Taken): { from: string; to: string } {
  const open = week.stretches.filter((s) => s.open)
  const shown = [...open, ...week.busy]
  // A day without open hours is drawn as a usual working day.
  let from = open.length ? 24 * 60 : 9 * 60
  let to = open.length ? 0 : 19 * 60
  for (const s of shown) {
    const midnight = findStart(findDay(s.startAt))
    const begin = countMinutes(midnight, s.startAt)
    const end = begin + countMinutes(s.startAt, s.endAt)
    // A period past midnight also covers the first hours of the next day, and all days share the same hours.
    from = end > 24 * 60 ? 0 : Math.min(from, begin)
    to = Math.max(to, Math.min(24 * 60, end))
  }
  const hour = (minutes: number) => `${String(Math.max(0, Math.min(24, minutes / 60))).padStart(2, '0')}:00`
  return {
    from: hour(Math.floor(from / 60) * 60 - (from >= 60 ? 60 : 0)),
    to: hour(Math.ceil(to / 60) * 60 + (to <= 23 * 60 ? 60 : 0)),
  }
}

/**
 * The time to which a calendar of fixed height scrolls: the choice, else now, else the first open hour of the
 * days in view.
 */
export function findScroll(
  week: { stretches: Week['stretches']; now: string },
  days: readonly string[],
  choice: Stretch | null,
): string {
  const clock = (at: string) => findWall(at).slice(11, 16)
  if (choice && days.includes(findDay(choice.startAt))) return clock(choice.startAt)
  const open = week.stretches.filter((s) => s.open)
  const now = open.some((s) => s.startAt <= week.now && week.now < s.endAt)
  if (now && days.includes(findDay(week.now))) return clock(week.now)
  const first = open.filter((s) => days.includes(findDay(s.startAt))).map((s) => clock(s.startAt))
  return first.sort()[0] ?? '09:00'
}

/** Minutes of a day that are still open for booking, and how many of them are free. */
export function findRoom(week: Week, day: string): { open: number; free: number } {
  const { opening } = week
  const room = { open: 0, free: 0 }
  if (!opening) return room
  const now = Date.parse(week.now)
  const from = Math.max(Date.parse(findStart(day)), now + opening.noticeMinutes * MINUTE_MS)
  const to = Date.parse(findStart(addDays(day, 1)))
  if (from >= to || day > findLastDay(week.now, opening)) return room
  for (const s of week.stretches.filter((x) => x.open)) {
    const [begin, end] = [Math.max(from, Date.parse(s.startAt)), Math.min(to, Date.parse(s.endAt))]
    if (begin >= end) continue
    room.open += (end - begin) / MINUTE_MS
    const edges = week.busy.flatMap((b) => [Date.parse(b.startAt), Date.parse(b.endAt)])
    const sorted = [begin, ...edges.filter((e) => e > begin && e < end).sort((a, b) => a - b), end]
    sorted.slice(0, -1).forEach((at, i) => {
      const part = { startAt: new Date(at).toISOString(), endAt: new Date(sorted[i + 1] ?? at).toISOString() }
      if (at < (sorted[i + 1] ?? at) && listFreeSeats(week, part).length > 0)
        room.free += countMinutes(part.startAt, part.endAt)
    })
  }
  return { open: Math.floor(room.open), free: Math.floor(room.free) }
}

/** The same hours on the same weekday, at its next occurrence after today. */
export function findAgain(was: Stretch, now: string): Choice {
  const today = findDay(now)
  const [from, to] = [findWall(was.startAt), findWall(was.endAt)]
  const day = from.slice(0, 10)
  const ahead = (toUtc(day) - toUtc(today)) / DAY_MS
  const next = addDays(today, ((ahead % 7) + 7) % 7 || 7)
  const last = addDays(next, (toUtc(to.slice(0, 10)) - toUtc(day)) / DAY_MS)
  return {
    startAt: instantOfWall(`${next}${from.slice(10)}`),
    endAt: instantOfWall(`${last}${to.slice(10)}`),
    seat: null,
  }
}
