import { expect, test } from 'vitest'
import { addCalls, BUCKETS, callsSince, quantile, type CallTimes } from './call-times.rules.ts'

/** A route whose calls took these seconds. */
const timed = (route: string, seconds: readonly number[], errors = 0): CallTimes => ({
  route,
  calls: seconds.length,
  errors,
  within: BUCKETS.map((b) => seconds.filter((s) => s <= b).length),
  maxSeconds: Math.max(...seconds),
})

test('quantiles lie in the bucket where the calls are, and never beyond the longest', () => {
  const even = timed(
    'GET /a',
    [...Array(100)].map((_, i) => 0.011 + i * 0.00009),
  )
  expect(quantile(even, 0.5)).toBeGreaterThan(0.01)
  expect(quantile(even, 0.5)).toBeLessThan(0.02)
  expect(quantile(timed('GET /b', [0.3]), 0.95)).toBe(0.3)
  expect(quantile(timed('GET /c', [0.001, 0.001, 0.001, 9]), 0.99)).toBe(9)
  expect(quantile(timed('GET /d', [0.001, 0.001, 0.001, 9]), 0.5)).toBeLessThanOrEqual(0.002)
})

test('what came since then, without the routes that were left alone', () => {
  const before = [timed('GET /a', [0.1, 0.1]), timed('GET /b', [3])]
  const now = [timed('GET /a', [0.1, 0.1, 4], 1), timed('GET /b', [3]), timed('GET /c', [1])]
  const since = callsSince(now, before)
  expect(since.map((r) => [r.route, r.calls, r.errors])).toEqual([
    ['GET /a', 1, 1],
    ['GET /c', 1, 0],
  ])
  expect(quantile(since[0]!, 0.5)).toBeGreaterThan(2) // both routes are defined above
})

test('several processes are one', () => {
  const [sum] = addCalls([[timed('GET /a', [0.1], 1)], [timed('GET /a', [0.4, 0.001])]])
  expect(sum).toMatchObject({ calls: 3, errors: 1, maxSeconds: 0.4 })
  expect(sum?.within[0]).toBe(1)
})
