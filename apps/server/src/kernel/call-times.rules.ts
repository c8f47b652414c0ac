// Computes figures from the histogram of calls. Pure, so that the screen and the tests use the same sums.

/** Upper bounds in seconds; a longer call is counted in none of them. */
export const BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5] as const

/** Calls of one route. */
export interface CallTimes {
  route: string
  calls: number
  /** Answered with 500 or more. */
  errors: number
  /** How many took no longer than each of BUCKETS. */
  within: number[]
  maxSeconds: number
}

/** The calls since `before`; a route without calls since then is left out. */
export function callsSince(now: readonly CallTimes[], before: readonly CallTimes[]): CallTimes[] {
  const known = new Map(before.map((r) => [r.route, r]))
  return now.flatMap((r) => {
    const b = known.get(r.route)
    if (!b) return [r]
    if (b.calls === r.calls) return []
    return [
      {
        ...r,
        calls: r.calls - b.calls,
        errors: r.errors - b.errors,
        within: r.within.map((n, i) => n - (b.within[i] ?? 0)),
      },
    ]
  })
}

/** Adds up the same routes of several processes. */
export function addCalls(lists: readonly (readonly CallTimes[])[]): CallTimes[] {
  const sums = new Map<string, CallTimes>()
  for (const r of lists.flat()) {
    const sum = sums.get(r.route)
    if (!sum) sums.set(r.route, { ...r, within: [...r.within] })
    else {
      sum.calls += r.calls
      sum.errors += r.errors
      sum.within = sum.within.map((n, i) => n + (r.within[i] ?? 0))
      sum.maxSeconds = Math.max(sum.maxSeconds, r.maxSeconds)
    }
  }
  return [...sums.values()]
}

/**
 * Seconds within which the share `q` (0..1) of the calls was answered: interpolated within its bucket as if
 * calls were spread evenly there, as Prometheus does; never more than the longest call.
 */
export function quantile({ calls, within, maxSeconds }: CallTimes, q: number): number {
  const rank = q * calls
  const i = within.findIndex((n) => n >= rank)
  if (i < 0) return maxSeconds
  const from = i === 0 ? 0 : (BUCKETS[i - 1] ?? 0)
  const below = i === 0 ? 0 : (within[i - 1] ?? 0)
  const inside = (within[i] ?? 0) - below
  const share = inside > 0 ? (rank - below) / inside : 1
  return Math.min(from + ((BUCKETS[i] ?? from) - from) * share, maxSeconds)
}
