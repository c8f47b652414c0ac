import type { FastifyInstance } from 'fastify'
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** `GET /metrics` for Prometheus: the process, and how long each call took. */
export function metrics(app: FastifyInstance): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to reply by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers: [register],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { contract } = request.routeOptions.config
    if (contract) seconds.observe({ route: contract, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', { config: { rateLimit: false } }, async (_request, reply) => {
    reply.type(register.contentType)
    return register.metrics()
  })
}
