import { Gauge, Histogram, type Registry } from 'prom-client'
import { BUCKETS, callsSince, type CallTimes } from './call-times.rules.ts'

/** How far back “lately” reaches. */
export const LATELY_MINUTES = 15
const SLOT_MS = 60_000

/** Measures how long calls take, since the start of the process and in the last quarter of an hour. */
export interface CallClock {
  observe(route: string, status: number, seconds: number): void
  /** Calls of the last quarter of an hour, read from the histogram. */
  lately(): Promise<CallTimes[]>
  stop(): void
}

/**
 * Measures with the histogram that /metrics shows. Every minute a copy of its counts is kept; the calls of
 * the last quarter of an hour are the difference from the oldest copy. A histogram has no maximum, so the
 * longest call of each minute is kept beside it.
 */
export function startCallClock(register: Registry): CallClock {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to reply by route and status',
    labelNames: ['route', 'status'],
    buckets: [...BUCKETS],
    registers: [register],
  })
  const longest = new Gauge({
    name: 'http_request_duration_max_seconds',
    help: `The longest call of each route in the last ${LATELY_MINUTES} minutes`,
    labelNames: ['route'],
    registers: [register],
    collect() {
      longest.reset()
      for (const [route, s] of longestLately()) longest.set({ route }, s)
    },
  })
  const stood: CallTimes[][] = []
  const maxima: Map<string, number>[] = [new Map()]

  function longestLately(): Map<string, number> {
    const found = new Map<string, number>()
    for (const slot of maxima)
      for (const [route, s] of slot) found.set(route, Math.max(s, found.get(route) ?? 0))
    return found
  }
  async function stands(): Promise<CallTimes[]> {
    const routes = new Map<string, CallTimes>()
    const { values } = await seconds.get()
    for (const { labels: all, metricName, value } of values) {
      const labels: Partial<Record<string, string | number>> = all // a bucket also has its bound, `le`
      const route = String(labels.route)
      let r = routes.get(route)
      if (!r) {
        r = { route, calls: 0, errors: 0, within: BUCKETS.map(() => 0), maxSeconds: 0 }
        routes.set(route, r)
      }
      if (metricName?.endsWith('_count')) {
        r.calls += value
        if (Number(labels.status) >= 500) r.errors += value
      } else if (metricName?.endsWith('_bucket')) {
        const i = BUCKETS.findIndex((b) => b === labels.le)
        if (i >= 0) r.within[i] = (r.within[i] ?? 0) + value
      }
    }
    return [...routes.values()]
  }
  const timer = setInterval(() => {
    maxima.push(new Map())
    if (maxima.length > LATELY_MINUTES) maxima.shift()
    void stands().then((now) => {
      stood.push(now)
      if (stood.length > LATELY_MINUTES) stood.shift()
    })
  }, SLOT_MS)
  timer.unref()

  return {
    observe(route, status, s) {
      seconds.observe({ route, status }, s)
      const slot = maxima.at(-1)
      if (slot && s > (slot.get(route) ?? 0)) slot.set(route, s)
    },
    async lately() {
      // In the first quarter of an hour after the start all calls count.
      const before = stood.length < LATELY_MINUTES ? [] : (stood[0] ?? [])
      const longestOf = longestLately()
      return callsSince(await stands(), before).map((r) => ({
        ...r,
        maxSeconds: longestOf.get(r.route) ?? 0,
      }))
    },
    stop: () => clearInterval(timer),
  }
}
