import type { EntryRow } from '@portal/contract/use-entry/use-entry'

export interface Interval {
  startAt: string
  endAt: string
}
/** A known use; one that runs has no end yet. */
export interface Known {
  startAt: Date
  endAt: Date | null
}

/** The times as a multirange in PostgreSQL's notation. */
export const formatMultirange = (intervals: readonly Interval[]): string =>
  `{${intervals.map((i) => `[${new Date(i.startAt).toISOString()},${new Date(i.endAt).toISOString()})`).join(',')}}`

export const lastEnd = (intervals: readonly Interval[]): Date =>
  new Date(Math.max(...intervals.map((i) => Date.parse(i.endAt))))
export const firstStart = (intervals: readonly Interval[]): Date =>
  new Date(Math.min(...intervals.map((i) => Date.parse(i.startAt))))

/** The largest number of known uses that run at once during these times. */
export function mostAtOnce(known: readonly Known[], intervals: readonly Interval[]): number {
  const counted = intervals.flatMap(({ startAt, endAt }) => {
    const [from, to] = [Date.parse(startAt), Date.parse(endAt)]
    const during = known
      .map((k) => [k.startAt.getTime(), k.endAt?.getTime() ?? Infinity] as const)
      .filter(([a, b]) => a < to && b > from)
    // The number can rise only where a use begins.
    return [from, ...during.map(([a]) => a).filter((a) => a >= from)].map(
      (t) => during.filter(([a, b]) => a <= t && b > t).length,
    )
  })
  return Math.max(0, ...counted)
}

/**
 * Judges these times against the known uses: on an instrument with one seat an overlap needs a reason, with
 * several seats it only gives a warning.
 */
export function judgeTimes(
  known: readonly Known[],
  intervals: readonly Interval[],
  capacity: number,
): Pick<{ asksReason: boolean; warning: string | null }, 'asksReason' | 'warning'> {
  if (known.length === 0) return { asksReason: false, warning: null }
  if (capacity === 1) return { asksReason: true, warning: null }
  const others = mostAtOnce(known, intervals)
  return {
    asksReason: false,
    warning:
      others >= capacity
        ? `该时段 ${capacity} 个机位均已有使用记录，请确认没有重复登记`
        : `该时段另有 ${others} 个机位的使用记录，请确认没有重复登记`,
  }
}

/** The user's name. */
export const nameUser = (e: Pick<EntryRow, 'user' | 'outsideName'>): string =>
  e.user?.name ?? e.outsideName ?? ''
