import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { cacheFigures } from './cache.ts'
import type { Deps } from './ctx.ts'
import { BootError } from './env.ts'
import { fail } from './refuse.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The figures as Prometheus reads them; undefined: not for who brings this. */
export type Figures = (
  authorization: string | undefined,
) => Promise<{ type: string; text: string } | undefined>

/**
 * `GET /metrics` for Prometheus, for whoever brings METRICS_TOKEN where that is set: the process, how long
 * each call took, and how often the caches knew. With METRICS_PORT it is not here but with {@link listenApart}.
 */
export function metrics(
  app: FastifyInstance,
  { live, env: { METRICS_TOKEN, METRICS_PORT } }: Pick<Deps, 'live' | 'env'>,
): Figures {
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
  const figures: Figures = async (authorization) =>
    wanted && !timingSafeEqual(wanted, digest(authorization ?? ''))
      ? undefined
      : { type: register.contentType, text: await register.metrics() }
  if (METRICS_PORT === undefined)
    app.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
      const found = await figures(request.headers.authorization)
      if (!found) throw fail('UNAUTHENTICATED')
      reply.type(found.type)
      return found.text
    })
  return figures
}

/** Answers `/metrics` and nothing else where METRICS_PORT says, and returns what ends it. */
export async function listenApart(
  { METRICS_PORT, METRICS_HOST }: Pick<Deps['env'], 'METRICS_PORT' | 'METRICS_HOST'>,
  figures: Figures | undefined,
): Promise<() => Promise<void>> {
  if (METRICS_PORT === undefined || !figures) return async () => undefined
  const server = createServer(async (request, response) => {
    const asked = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
    const found = asked && (await figures(request.headers.authorization).catch(() => null))
    if (found) response.writeHead(200, { 'content-type': found.type }).end(found.text)
    else response.writeHead(!asked ? 404 : found === null ? 500 : 401).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ port: METRICS_PORT, host: METRICS_HOST, exclusive: true }, resolve)
  }).catch((error: NodeJS.ErrnoException) => {
    throw new BootError(
      `无法在 ${METRICS_HOST}:${METRICS_PORT} 提供 /metrics（${error.code}），请更改 METRICS_PORT 或 METRICS_HOST。 /metrics cannot be served at ${METRICS_HOST}:${METRICS_PORT} (${error.code}); change METRICS_PORT or METRICS_HOST.`,
    )
  })
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => void server.close(resolve))
  }
}
