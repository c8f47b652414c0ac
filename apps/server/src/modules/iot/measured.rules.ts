import { addMinutes } from '../../kernel/time.ts'
import { KEPT_MINUTES } from './reading.rules.ts'

const tables = ['iot_reading', 'iot_reading_minute'] as const
export type ReadingTable = (typeof tables)[number]
/**
 * The finest table that still has all readings since `from`. Null: readings by the minute are deleted too,
 * and coarser ones do not tell when an instrument ran.
 */
export const chooseTable = (from: Date, now: Date): ReadingTable | null =>
  tables.find((table) => from >= addMinutes(now, -KEPT_MINUTES[table])) ?? null

/** Minutes before and after a booking that are searched too, because people come early or stay on. */
const AROUND_MINUTES = 60
interface Searched {
  startAt: Date
  endAt: Date
  finishedAt: Date | null
  previousEnd: Date | null
  nextStart: Date | null
}
/**
 * Where current is looked for: the time with power; where that was not reported, the booking and an hour
 * around it, but not into the uses before and after it.
 */
export function findSearched(
  told: Pick<Measured, 'poweredFrom' | 'poweredTo'>,
  { startAt, endAt, finishedAt, previousEnd, nextStart }: Searched,
): { from: Date; to: Date } {
  const early = addMinutes(startAt, -AROUND_MINUTES)
  const late = addMinutes(finishedAt ?? endAt, AROUND_MINUTES)
  return {
    from: told.poweredFrom ?? (previousEnd && previousEnd > early ? previousEnd : early),
    to: told.poweredTo ?? (nextStart && nextStart < late ? nextStart : late),
  }
}

export interface Measured {
  enteredAt: Date | null
  poweredFrom: Date | null
  poweredTo: Date | null
  ranFrom: Date | null
  ranTo: Date | null
}
const MINUTE = 60_000
const floor = (at: Date) => new Date(Math.floor(at.getTime() / MINUTE) * MINUTE)

/**
 * The hours that a test order may be written with: while current flowed or, if no current was measured, while
 * there was power. Whole minutes, at least one. Null: neither was reported.
 */
export function findHours(m: Measured): { from: Date; to: Date } | null {
  const [start, end] = m.ranFrom && m.ranTo ? [m.ranFrom, m.ranTo] : [m.poweredFrom, m.poweredTo]
  if (!start || !end || end < start) return null
  const [from, to] = [floor(start), floor(end)]
  return { from, to: to > from ? to : new Date(from.getTime() + MINUTE) }
}
