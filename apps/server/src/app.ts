import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { allCalls } from '@portal/contract/calls'
import { failures } from '@portal/contract/kernel/codes'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Adapters } from './adapters/adapters.ts'
import { chooseGateDevices } from './adapters/gate-device/chosen.ts'
import type { GateDevices } from './adapters/gate-device/gate-devices.ts'
import { chooseFiles } from './adapters/files/chosen.ts'
import { interfacesOverHttp } from './adapters/interfaces/interfaces.ts'
import { smtpMail } from './adapters/mail/mail.ts'
import type { NationalPlatform } from './adapters/national-platform/national-platform.ts'
import { overHttp, soapClient } from './adapters/national-platform/soap.ts'
import { secretsUnder } from './adapters/secrets/secrets.ts'
import { casClient, casOverHttp } from './adapters/sso/cas.ts'
import type { Sso } from './adapters/sso/sso.ts'
import { web } from './adapters/web/web.ts'
import { demoCas, demoSso } from './demo/cas-server.ts'
import { startDemoGates } from './demo/gates.ts'
import { demoNationalPlatform, demoReceiver } from './demo/national-platform.ts'
import { makeAsker } from './kernel/cache.ts'
import type { Deps } from './kernel/ctx.ts'
import type { Pool } from './kernel/db.ts'
import { answerMalformed } from './kernel/malformed.ts'
import { docsRoutes } from './kernel/docs.route.ts'
import type { Env } from './kernel/env.ts'
import { createLive } from './kernel/live.ts'
import { countedFor, Windows } from './kernel/limit.ts'
import { liveRoute } from './kernel/live.route.ts'
import { createMetrics, metricsRoute } from './kernel/metrics.ts'
import { fail } from './kernel/refuse.ts'
import { makeSecurityHeaders } from './kernel/security-headers.ts'
import { followPrimary } from './kernel/replica.ts'
import { serve } from './kernel/serve.ts'
import { answerFailures } from './kernel/failures.ts'
import { holdLine, type Line } from './modules/iot/iot.service.ts'
import { closeSender, createCourier } from './modules/mail/mail.service.ts'
import { reportProcess } from './modules/monitor/monitor.service.ts'
import { modules, type Module } from './modules/modules.ts'
import { authenticate } from './modules/session/session.service.ts'
import { ssoLogoutRoute } from './modules/session/sso-logout.routes.ts'
import { mayVisitorsBrowse, readSite } from './modules/site/site.service.ts'

export interface AppOptions {
  env: Env
  pool: Pool
  adapters?: Partial<Adapters>
  crew?: InCrew
}
export type App = FastifyInstance & {
  deps: Deps
  /** Opens the connection to the gateways; of several processes only one does. */
  hold: () => Promise<void>
  letGo: () => Promise<void>
}
/** What a worker process gets from outside (worker.ts). */
export interface InCrew {
  gateDevices: GateDevices | undefined
  /** The figures of all processes. */
  askFigures: () => Promise<string>
}

/** Modules whose listeners are registered: once for each process, although a test may build several apps. */
const listening = new WeakSet<Module>()

/** Builds the whole app: plugins, then modules. Tests build the same app. */
export async function buildApp({ env, pool, adapters, crew }: AppOptions): Promise<App> {
  const nextId = requestIds()
  const app = Fastify({
    logger: { level: env.LOG_LEVEL, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextId,
    ...answerMalformed(nextId),
    http: { requireHostHeader: false }, // Node's own refusal has no envelope; the first hook refuses
    // While the server stops, requests on open connections are still answered;
    // Fastify's own refusal is English.
    return503OnClosing: false,
    bodyLimit: 1_000_000,
    requestTimeout: 120_000,
    trustProxy: env.TRUST_PROXY,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // The contract parses requests and replies, so the compilers for Fastify's own schemas, and ajv
    // with them, are not loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  })
  const live = createLive(pool, (e) => app.log.error({ err: e }, 'live'))
  const jobs = modules.flatMap((module) => module.jobs ?? [])
  const replica = env.DATABASE_READ_URL
    ? followPrimary({
        url: env.DATABASE_READ_URL,
        pool,
        max: env.DB_POOL_MAX,
        tell: (message) => app.log.warn(message),
      })
    : undefined
  const deps: Deps = {
    env,
    pool,
    ...(replica && { replica }),
    live,
    jobs,
    metrics: createMetrics({ env, pool, live, jobs, replica }),
    adapters: {
      files: chooseFiles(env),
      secrets: secretsUnder(env),
      interfaces: interfacesOverHttp(),
      mail: smtpMail(env),
      sso: singleSignOn(app, env),
      nationalPlatform: nationalPlatform(app, env),
      gateDevices: crew ? crew.gateDevices : chooseGateDevices(env),
      ...adapters,
    },
  }
  const courier = createCourier(deps)
  deps.posted = courier.wake
  reportProcess(deps)

  acceptJson(app)
  answerFailures(app, deps)
  app.setNotFoundHandler(() => {
    throw fail('NOT_FOUND', '请求地址出错')
  })
  const security = makeSecurityHeaders()
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(security).header('x-request-id', request.id)
    done(
      request.headers.host === undefined && request.raw.httpVersion !== '1.0'
        ? fail('BAD_REQUEST', '请求缺少主机名（Host）')
        : undefined,
    )
  })
  await app.register(cookie)
  await app.register(multipart, { throwFileSizeLimit: true })
  await app.register(rateLimit, {
    global: true,
    max: env.RATE_LIMIT,
    timeWindow: 60_000,
    store: Windows,
    keyGenerator: countedFor,
    errorResponseBuilder: (_request, context) =>
      Object.assign(new Error(failures.TOO_MANY.message), { statusCode: context.statusCode }),
  })
  metricsRoute(app, deps, crew?.askFigures)
  health(app, deps)

  const on = serve(app, deps, { authenticate, mayVisitorsBrowse })
  for (const module of modules) {
    if (!listening.has(module)) module.listeners?.()
    listening.add(module)
    module.routes?.(on)
  }
  liveRoute(app, deps, authenticate)
  if (deps.adapters.sso) ssoLogoutRoute(app, deps)
  if (env.DEMO && !env.CAS_URL) demoCas(app, deps, findService(env))
  if (receivesHere(env)) demoReceiver(app)

  docsRoutes(app, allCalls)

  await app.register(web, { tz: env.CAMPUS_TZ, site: () => readSite(makeAsker(deps)) })
  app.addHook('onListen', async () => courier.wake())
  if (replica) app.addHook('onListen', async () => void replica.look()) // logs what is wrong with it
  const line = makeLine(deps, app)
  if (!crew) {
    app.addHook('onReady', line.start)
    app.addHook('onListen', line.startDemo)
  }
  app.addHook('onClose', async () => {
    await courier.stop()
    await line.stop()
    deps.adapters.mail?.close()
    closeSender(deps)
    await replica?.close()
    await live.close()
  })
  const hold = () => line.start().then(line.startDemo)
  return Object.assign(app as FastifyInstance, { deps, hold, letGo: line.stop })
}

/** Starts and stops the connection to the gateways, and the demo's simulated gateways. */
function makeLine(deps: Deps, { log }: FastifyInstance) {
  const { env, adapters } = deps
  let line: Line | undefined
  let stopDemo: (() => Promise<void>) | undefined
  return {
    async start() {
      if (!adapters.gateDevices || line) return
      const held = holdLine(deps, adapters.gateDevices)
      line = held
      deps.wakeGates = held.wake
      await held.start().catch(async (e: unknown) => {
        line = undefined // a later `start` tries again
        delete deps.wakeGates
        await held.stop()
        throw e
      })
    },
    async startDemo() {
      if (line && env.DEMO && !env.MQTT_URL) stopDemo = await startDemoGates(deps, log)
    },
    async stop() {
      await stopDemo?.()
      await line?.stop()
      delete deps.wakeGates
      line = stopDemo = undefined
    },
  }
}

function noSchemas(): never {
  throw new Error('a route has a Fastify schema: the contract describes routes here')
}

/**
 * Ids of sixteen hexadecimal digits, the first ten of which identify this run of this process: a random id
 * for each request would cost more and say no more.
 */
function requestIds(): () => string {
  const run = randomBytes(5).toString('hex')
  let n = 0
  return () => run + (n++ % 0x1000000).toString(16).padStart(6, '0')
}

/**
 * The address to which the single sign-on sends people back. It is fixed: one taken from the
 * request could be any site's.
 */
const findService = (env: Env) => `${env.PUBLIC_URL ?? ''}/login`

/**
 * True if the demo's receiver should run here: only with the demo, if asked for, and
 * never beside a real platform.
 */
const receivesHere = (env: Env): boolean =>
  env.DEMO && env.NATIONAL_PLATFORM_DEMO === true && !env.NATIONAL_PLATFORM_URL

/** The client of the national platform; undefined if none is configured. */
function nationalPlatform(app: FastifyInstance, env: Env): NationalPlatform | undefined {
  if (receivesHere(env)) return demoNationalPlatform(app)
  const {
    NATIONAL_PLATFORM_URL: url,
    NATIONAL_PLATFORM_USER: user,
    NATIONAL_PLATFORM_PASSWORD: password,
  } = env
  return url && user && password ? soapClient({ user, password, post: overHttp(url) }) : undefined
}

function singleSignOn(app: FastifyInstance, env: Env): Sso | undefined {
  if (env.CAS_URL)
    return casClient({ url: env.CAS_URL, service: findService(env), get: casOverHttp(env.CAS_URL) })
  return env.DEMO ? demoSso(app, findService(env)) : undefined
}

/**
 * Accepts JSON only; an empty body counts as an empty object, because DELETE is sent with and without a body.
 */
function acceptJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, next) => {
    if (body === '') next(null, {})
    else void parseJson(request, body as string, next)
  })
}

/** A load balancer asks every few seconds, so a later answer is useless to it. */
const READY_WITHIN_MS = 2000

function health(app: FastifyInstance, { pool }: Deps): void {
  app.get('/healthz', { config: { rateLimit: false } }, () => ({ status: 'ok' }))
  app.get('/readyz', { config: { rateLimit: false } }, async (_request, reply) => {
    const over = new AbortController()
    const asked = pool.query('select 1').then(
      () => true,
      () => false,
    )
    const ready = await Promise.race([asked, sleep(READY_WITHIN_MS, false, { signal: over.signal })])
    over.abort()
    if (ready) return { status: 'ready' }
    reply.status(503)
    return { status: 'database unavailable' }
  })
}
