import { addMinutes, findLocal, minutesBetween } from '../../../kernel/time.ts'
import type { Interval } from '../../opening/opening.rules.ts'

export interface Slot extends Interval {
  seat: number
}
export interface Search {
  /** The requested period, which is not available. */
  wanted: Interval
  /** Opening hours, cut to when a booking may start and end; sorted and disjoint. */
  open: readonly Interval[]
  /** Taken slots in that time. */
  busy: readonly Slot[]
  /** Acceptable seats. */
  seats: readonly number[]
  gridMinutes: number
  zone: string
  limit: number
}

/**
 * The free slots of the wanted length, nearest to the wanted start first; of two equally near the earlier
 * first, and each start only once.
 */
export function findNearestFree({ wanted, open, busy, seats, gridMinutes, zone, limit }: Search): Slot[] {
  const minutes = minutesBetween(wanted.from, wanted.to)
  const distance = (s: Slot) => Math.abs(s.from.getTime() - wanted.from.getTime())
  const found = new Map<number, Slot>()
  for (const seat of seats) {
    const taken = busy.filter((b) => b.seat === seat).toSorted((a, b) => a.from.getTime() - b.from.getTime())
    for (const gap of findGaps(open, taken)) {
      for (const from of findStarts(gap, wanted.from, minutes, gridMinutes, zone, limit)) {
        if (!found.has(from.getTime()))
          found.set(from.getTime(), { from, to: addMinutes(from, minutes), seat })
      }
    }
  }
  return [...found.values()]
    .toSorted((a, b) => distance(a) - distance(b) || a.from.getTime() - b.from.getTime())
    .slice(0, limit)
}

/** The open time minus the taken periods, which must be sorted. */
export function findGaps(open: readonly Interval[], taken: readonly Interval[]): Interval[] {
  return open.flatMap(({ from, to }) => {
    const gaps: Interval[] = []
    let at = from
    for (const t of taken) {
      if (t.to <= at || t.from >= to) continue
      if (t.from > at) gaps.push({ from: at, to: t.from })
      at = t.to
    }
    if (at < to) gaps.push({ from: at, to })
    return gaps
  })
}

/**
 * Starts on the grid within a gap, from the one nearest to `wanted` outwards in steps of the length, so that
 * the slots do not overlap.
 */
function findStarts(
  gap: Interval,
  wanted: Date,
  minutes: number,
  gridMinutes: number,
  zone: string,
  limit: number,
): Date[] {
  const last = addMinutes(gap.to, -minutes)
  const fits = (t: Date) => t >= gap.from && t <= last
  const down = snapToGrid(wanted > last ? last : wanted, -1, gridMinutes, zone)
  const up = snapToGrid(wanted < gap.from ? gap.from : wanted, 1, gridMinutes, zone)
  const step = Math.ceil(minutes / gridMinutes) * gridMinutes
  const starts: Date[] = []
  const walk = (at: Date, by: number) => {
    let next = at
    for (let n = 0; n < limit && fits(next); n++) {
      starts.push(next)
      // A change to or from summer time may move the start off the grid.
      next = snapToGrid(addMinutes(next, by), by < 0 ? -1 : 1, gridMinutes, zone)
    }
  }
  walk(down, -step)
  walk(up, step)
  return starts
}

const FIVE_MINUTES = 300_000
/**
 * The nearest instant on the grid of the campus's local time, at or before (-1) or at or after (1) `instant`.
 * Every grid is a multiple of five minutes.
 */
function snapToGrid(instant: Date, direction: -1 | 1, gridMinutes: number, zone: string): Date {
  let at = (direction < 0 ? Math.floor : Math.ceil)(instant.getTime() / FIVE_MINUTES) * FIVE_MINUTES
  while (findLocal(new Date(at), zone).minute % gridMinutes !== 0) at += direction * FIVE_MINUTES
  return new Date(at)
}

export const showSlot = ({ from, to, seat }: Slot) => ({ startAt: from, endAt: to, seat })
