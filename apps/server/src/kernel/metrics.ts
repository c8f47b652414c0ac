import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { cacheFigures } from './cache.ts'
import type { Deps } from './ctx.ts'
import { fail } from './refuse.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * `GET /metrics` for Prometheus, for whoever brings METRICS_TOKEN where that is set: the process, how long
 * each call took, and how often the caches knew.
 */
export function metrics(
  app: FastifyInstance,
  { live, env: { METRICS_TOKEN } }: Pick<Deps, 'live' | 'env'>,
): void {
  const wanted = METRICS_TOKEN === undefined ? undefined : digest(`Bearer ${METRICS_TOKEN}`)
  const register = new Registry()
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to reply by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers: [register],
  })
  const asked = new Counter({
    name: 'cache_requests_total',
    help: 'How often a cache was asked, and whether it knew',
    labelNames: ['cache', 'result'],
    registers: [register],
    collect() {
      this.reset()
      for (const { name, hits, misses } of cacheFigures(live)) {
        asked.inc({ cache: name, result: 'hit' }, hits)
        asked.inc({ cache: name, result: 'miss' }, misses)
      }
    },
  })
  const kept = new Gauge({
    name: 'cache_entries',
    help: 'How much a cache holds',
    labelNames: ['cache'],
    registers: [register],
    collect() {
      for (const { name, entries } of cacheFigures(live)) kept.set({ cache: name }, entries)
    },
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { contract } = request.routeOptions.config
    if (contract) seconds.observe({ route: contract, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    if (wanted && !timingSafeEqual(wanted, digest(request.headers.authorization ?? '')))
      throw fail('UNAUTHENTICATED')
    reply.type(register.contentType)
    return register.metrics()
  })
}
