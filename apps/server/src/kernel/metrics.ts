import { createHash, timingSafeEqual } from 'node:crypto'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client'
import { readDisk } from '../adapters/disk/disk.ts'
import { uploadsUnder } from '../adapters/files/files.ts'
import { cacheFigures } from './cache.ts'
import { startCallClock, type CallClock } from './call-times.ts'
import type { Deps } from './ctx.ts'
import { poolDb } from './db.ts'
import { portalVersion, type Env } from './env.ts'
import { databaseMetrics, readFigures, type DatabaseMetric } from './figures.store.ts'
import { fail } from './refuse.ts'
import type { Replica } from './replica.ts'

/** Figures of this process and its database, for `GET /metrics` and the platform screen. */
export interface Metrics {
  register: Registry
  calls: CallClock
  /** The number of browsers with an open stream at this process. */
  streams: Gauge
}
type About = Pick<Deps, 'live' | 'env' | 'pool' | 'jobs'> & { replica: Replica | undefined }

/**
 * The figures of the database are reused for this long, so that a scrape and a screen
 * do not query them twice.
 */
const FIGURES_MS = 3000
function keepBriefly<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: { until: number; figures: Promise<T> } | undefined
  return () => {
    if (!kept || kept.until < performance.now())
      kept = { until: performance.now() + FIGURES_MS, figures: read() }
    return kept.figures
  }
}

export function createMetrics(about: About): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  measureProcess(register, about)
  measureCaches(register, about)
  measureDisks(register, about.env)
  measureDatabase(register, about)
  if (about.replica) measureReplica(register, about.replica)
  const streams = new Gauge({
    name: 'live_streams',
    help: 'Browsers that listen for news at this process',
    registers: [register],
  })
  return { register, calls: startCallClock(register), streams }
}

/** What `showFigures` reads: the figures of one process, or of several together. */
export interface Shown {
  env: Env
  metrics: { register: { contentType: string; metrics: () => Promise<string> } }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The figures in Prometheus format; undefined if METRICS_TOKEN is set and the request does not bring it. */
export async function showFigures(
  { metrics: { register }, env: { METRICS_TOKEN } }: Shown,
  authorization: string | undefined,
): Promise<{ type: string; text: string } | undefined> {
  if (METRICS_TOKEN !== undefined) {
    const wanted = digest(`Bearer ${METRICS_TOKEN}`)
    if (!timingSafeEqual(wanted, digest(authorization ?? ''))) return undefined
  }
  return { type: register.contentType, text: await register.metrics() }
}

/**
 * Times every call, and serves `GET /metrics` unless METRICS_PORT is set. `askAll` returns the figures of all
 * processes, where one of several answers for all of them.
 */
export function metricsRoute(
  app: FastifyInstance,
  { env, metrics }: Pick<Deps, 'metrics' | 'env'>,
  askAll?: () => Promise<string>,
): void {
  const { calls, register } = metrics
  const shownBy = { contentType: register.contentType, metrics: askAll ?? (() => register.metrics()) }
  app.addHook('onResponse', (request, reply, done) => {
    const { contract } = request.routeOptions.config
    if (contract) calls.observe(contract, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
  app.addHook('onClose', async () => calls.stop())
  if (env.METRICS_PORT !== undefined) return
  app.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    const shown = await showFigures({ env, metrics: { register: shownBy } }, request.headers.authorization)
    if (!shown) throw fail('UNAUTHENTICATED')
    reply.type(shown.type)
    return shown.text
  })
}

function measureProcess(register: Registry, { pool }: About): void {
  const registers = [register]
  new Gauge({
    name: 'portal_info',
    help: 'The version of the portal',
    labelNames: ['version'],
    aggregator: 'first',
    registers,
  }).set({ version: portalVersion }, 1)
  new Gauge({
    name: 'nodejs_heap_limit_bytes',
    help: 'What the heap may grow to before the process ends',
    registers,
  }).set(getHeapStatistics().heap_size_limit)
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections of this process to the database: in use, idle, and how many it may have',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'max' }, pool.options.max)
    },
  })
  new Gauge({
    name: 'db_pool_waiting',
    help: 'Requests and jobs of this process that wait for a connection',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
}

function measureCaches(register: Registry, { live }: About): void {
  new Counter({
    name: 'cache_requests_total',
    help: 'How often a cache was asked, and whether it knew',
    labelNames: ['cache', 'result'],
    registers: [register],
    collect() {
      this.reset()
      for (const { name, hits, misses } of cacheFigures(live)) {
        this.inc({ cache: name, result: 'hit' }, hits)
        this.inc({ cache: name, result: 'miss' }, misses)
      }
    },
  })
  new Gauge({
    name: 'cache_entries',
    help: 'How much a cache holds',
    labelNames: ['cache'],
    registers: [register],
    collect() {
      for (const { name, entries } of cacheFigures(live)) this.set({ cache: name }, entries)
    },
  })
}

/** Data and uploads may lie on different disks; a folder whose disk cannot be asked has no figure. */
function measureDisks(register: Registry, env: Env): void {
  const folders = { data: env.DATA_DIR, uploads: uploadsUnder(env.DATA_DIR) }
  for (const what of ['free', 'size'] as const)
    new Gauge({
      name: `disk_${what}_bytes`,
      help: what === 'free' ? 'Free on the disk that holds the folder' : 'How large that disk is',
      labelNames: ['folder'],
      aggregator: 'first',
      registers: [register],
      async collect() {
        for (const [folder, path] of Object.entries(folders)) {
          const disk = await readDisk(path)
          if (disk) this.set({ folder }, what === 'free' ? disk.freeBytes : disk.sizeBytes)
          else this.remove({ folder })
        }
      },
    })
}

/**
 * While the database is unavailable its figures are missing and `db_up` is 0; the figures of the
 * process are still served.
 */
function measureDatabase(register: Registry, { pool, jobs }: About): void {
  const db = poolDb(pool)
  const names = jobs.map((j) => j.name)
  const read = keepBriefly(() => readFigures(db, names).catch(() => null))
  const registers = [register]
  new Gauge({
    name: 'db_up',
    help: 'Whether the database answers',
    aggregator: 'min',
    registers,
    async collect() {
      this.set((await read()) ? 1 : 0)
    },
  })
  for (const [name, [help, label]] of Object.entries(databaseMetrics) as [
    DatabaseMetric,
    readonly [string, string | null],
  ][])
    // as databaseMetrics is written
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      // Every process reports the same value.
      aggregator: 'first',
      registers,
      async collect() {
        const figures = await read()
        if (label) this.reset()
        else this.remove()
        for (const f of figures ?? [])
          if (f.metric === name) this.set(label ? { [label]: f.label } : {}, Number(f.value))
      },
    })
}

/** The state of the read replica as this process sees it. */
function measureReplica(register: Registry, replica: Replica): void {
  const look = keepBriefly(() => replica.look())
  const registers = [register]
  new Gauge({
    name: 'db_replica_up',
    help: 'Whether the replica is asked for lists and sums',
    aggregator: 'min',
    registers,
    async collect() {
      this.set((await look()).up ? 1 : 0)
    },
  })
  for (const unit of ['bytes', 'seconds'] as const)
    new Gauge({
      name: `db_replica_lag_${unit}`,
      help:
        unit === 'bytes' ? 'What the replica has still to replay' : 'How old the last change is that it has',
      aggregator: 'max',
      registers,
      async collect() {
        const { lag } = await look()
        if (lag) this.set(lag[unit])
        else this.remove()
      },
    })
  new Counter({
    name: 'db_replica_questions_total',
    help: 'Lists and sums that the replica has answered, and those that the primary had to',
    labelNames: ['of'],
    registers,
    async collect() {
      this.reset()
      const { answered, passed } = await look()
      this.inc({ of: 'replica' }, answered)
      this.inc({ of: 'primary' }, passed)
    },
  })
}
