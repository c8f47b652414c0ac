import { readFileSync } from 'node:fs'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSecureContext } from 'node:tls'
import type pg from 'pg'
import { connectPlainly } from './adapters/database/connect.ts'
import { startEmbedded, type Log } from './adapters/database/embedded.ts'
import { closeFolder } from './adapters/files/closed.ts'
import type { App, InCrew } from './app.ts'
import { chooseFiles } from './adapters/files/chosen.ts'
import { asOnlyStarter, migrate } from './adapters/database/migrate.ts'
import { checkKeyFile, secretsUnder } from './adapters/secrets/secrets.ts'
import { hasDemo, noteDemo } from './demo/asked.ts'
import { createPool, transaction } from './kernel/db.ts'
import { BootError, countConnections, type Env } from './kernel/env.ts'
import { listenApart } from './kernel/metrics-apart.ts'
import type { FirstAdmin } from './modules/people/people.service.ts'

export interface DemoAccount {
  username: string
  password: string
  /** A description of the person, for the terminal. */
  title: string
}

export interface Running {
  /** The address of the portal, `http://127.0.0.1:3000`. */
  address: string
  demoAccounts: readonly DemoAccount[]
  /** The account that was made at this start, because no account could administrate. */
  firstAdmin: FirstAdmin | null
  app: App
  /**
   * Accepts no new requests, finishes running ones, then closes the database. A further call, such as that of
   * a worker that is told to stop while it retires, waits for the first.
   */
  stop(): Promise<void>
}

/** What the terminal says of an account that was made at a start; nothing else shows its password. */
export function wordFirstAdmin({ username, password }: FirstAdmin): string[] {
  return [
    `系统管理员账号（首次登录须修改密码）：${username}，密码 ${password ?? '即环境变量 ADMIN_PASSWORD'}`,
    `Administrator (the password is changed at the first sign-in): ${username}, password ${password ?? 'as in ADMIN_PASSWORD'}`,
    ...(password ? ['密码只显示这一次。 It is shown this once.'] : []),
  ]
}

/** How long open connections may take once `stop` was called; then they are closed. */
const DRAIN_MS = 20_000
/**
 * How long statements of requests and jobs that were given up may take after that. Then their transactions
 * are rolled back: by PostgreSQL when it is stopped, or when the process ends and its connections close.
 */
const STATEMENTS_MS = 5000

/** The database of DATABASE_URL, or else the embedded one, which is started. */
export async function openDatabase(env: Env, log: Log): Promise<{ url: string; stop: () => Promise<void> }> {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, stop: async () => {} }
  const settings = { max_connections: String(countConnections(env)) }
  const embedded = await startEmbedded({ dataDir: env.DATA_DIR, log, settings })
  return { url: embedded.url, stop: () => embedded.stop() }
}

/**
 * Starts everything, in the order that reports mistakes of configuration as early as possible. `crew`:
 * this is one of several processes, and the leader has checked address, folder and database. `awaitPages`
 * is called when everything else is done; the server listens only after it. Throws a BootError for
 * mistakes of configuration.
 */
export async function boot(
  env: Env,
  log: Log,
  { crew, awaitPages }: { crew?: InCrew; awaitPages?: () => Promise<void> } = {},
): Promise<Running> {
  if (!crew) await probeAddress(env)
  if (!crew) checkCertificate(env)
  if (!crew) closeFolder(env.DATA_DIR, log.warn)
  if (!crew) checkKeyFile(env)
  let sink = log
  const { url, stop: stopDatabase } = await openDatabase(env, {
    info: (m) => sink.info(m),
    warn: (m) => sink.warn(m),
    error: (m) => sink.error(m),
  })
  const closing: (() => Promise<unknown>)[] = [stopDatabase]
  const closeAll = async () => {
    for (const close of closing.toReversed()) await close()
  }
  let stopping: Promise<void> | undefined
  try {
    const pool = createPool(url, env.DB_POOL_MAX)
    pool.on('error', (error) => sink.warn(`database connection lost: ${error.message}`))
    closing.push(() => Promise.race([pool.end(), sleep(STATEMENTS_MS, undefined, { ref: false })]))
    const people = await prepare({ env, url, pool, log })
    // Loaded only now, because these are a thousand files: a wrong address or password is reported before.
    const [{ buildApp }, { startJobs }] = await Promise.all([
      import('./app.ts'),
      import('./kernel/job-runner.ts'),
    ])
    const app = await buildApp({ env, pool, ...(crew && { crew }) })
    closing.push(() => drain(app))
    sink = app.log
    await awaitPages?.()
    await app.listen({ port: env.PORT, host: env.HOST })
    if (!crew) closing.push(await listenApart(app.deps))
    if (!env.TRIAL) {
      const jobs = startJobs(app.deps, app.deps.jobs, app.log)
      app.deps.runner = jobs
      closing.push(() => jobs.stop())
    }
    const bound = app.server.address() as net.AddressInfo
    const shown = ['0.0.0.0', '::'].includes(env.HOST)
      ? 'localhost'
      : net.isIPv6(env.HOST)
        ? `[${env.HOST}]`
        : env.HOST
    return { address: `http://${shown}:${bound.port}`, ...people, app, stop: () => (stopping ??= closeAll()) }
  } catch (error) {
    await closeAll()
    throw explainFullDisk(explainListen(env, error))
  }
}

/**
 * Checks that the addresses for browsers and gateways are free, before PostgreSQL takes seconds to start.
 * Another program may still take them until we listen; that is reported too.
 */
export async function probeAddress(env: Env): Promise<void> {
  await probe(env.PORT, env.HOST).catch((error: unknown) => {
    throw explainListen(env, error)
  })
  const { MQTT_PORT: port, MQTT_HOST: host } = env
  if (port === undefined) return
  await probe(port, host).catch((error: NodeJS.ErrnoException) => {
    throw new BootError(
      `无法在 ${host}:${port} 等待网关（${error.code}），请停止占用它的程序，或更改 MQTT_PORT、MQTT_HOST。 Gateways cannot be heard at ${host}:${port} (${error.code}); stop what uses it, or change MQTT_PORT or MQTT_HOST.`,
    )
  })
}

/**
 * Checks the PEM files of the gateways' broker. Otherwise the start would show a stack, and several processes
 * would run without gateways and say so in the log only.
 */
export function checkCertificate({ MQTT_PORT, MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key }: Env): void {
  if (MQTT_PORT === undefined || !cert || !key) return
  try {
    createSecureContext({ cert: readFileSync(cert), key: readFileSync(key) })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new BootError(
      `环境变量 MQTT_TLS_CERT、MQTT_TLS_KEY 所指的证书和密钥无法使用（${why}）。 MQTT_TLS_CERT and MQTT_TLS_KEY cannot be used (${why}).`,
    )
  }
}

async function probe(port: number, host: string): Promise<void> {
  const server = net.createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ port, host, exclusive: true }, resolve)
    })
  } finally {
    await new Promise((resolve) => void server.close(resolve))
  }
}

function explainListen({ PORT, HOST }: Env, error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException).syscall && (error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new BootError(
        `端口 ${PORT} 已被占用，请停止占用它的程序或换一个 PORT。 Port ${PORT} is in use; stop what uses it or choose another PORT.`,
      )
    case 'EACCES':
      return new BootError(
        `没有权限使用端口 ${PORT}，请换一个 1024 以上的 PORT。 Port ${PORT} may not be used; choose a PORT above 1024.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new BootError(
        `本机没有地址 ${HOST}，请更改 HOST。 This machine has no address ${HOST}; change HOST.`,
      )
    default:
      return error
  }
}

/** `53100`: the disk of the database. Migrations name it themselves. */
const DISK_FULL = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100'])
function explainFullDisk(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  if (!DISK_FULL.has(code)) return error
  return new BootError(
    `磁盘空间已满，无法启动（${message}），请腾出空间后重新启动。 The disk is full (${message}); make room and start again.`,
  )
}

interface Preparation {
  env: Env
  url: string
  pool: pg.Pool
  log: Log
}

/**
 * Creates or migrates the tables and, on the first run, the demo campus or an
 * administrator; one starter at a time.
 */
async function prepare({
  env,
  url,
  pool,
  log,
}: Preparation): Promise<Pick<Running, 'demoAccounts' | 'firstAdmin'>> {
  const client = await connectPlainly(url)
  try {
    return await asOnlyStarter(client, async () => {
      await migrate(client)
      const filled = await hasDemo(client)
      await noteDemo(client, env.DEMO)
      if (!env.DEMO || (!filled && (await hasPeople(client)))) {
        const { ensureAdmin } = await import('./modules/people/people.service.ts')
        return { demoAccounts: [], firstAdmin: await transaction(pool, (db) => ensureAdmin(db, env, filled)) }
      }
      const { demoAccounts } = await import('./demo/cast.ts')
      if (filled) return { demoAccounts, firstAdmin: null }
      log.info('正在建立演示校园，约需片刻…… Filling the demo campus …')
      const { fillDemo } = await import('./demo/fill.ts') // pictures and names that only this start needs
      await fillDemo(pool, {
        size: env.DEMO_SIZE,
        tz: env.CAMPUS_TZ,
        files: chooseFiles(env),
        secrets: secretsUnder(env),
      })
      return { demoAccounts, firstAdmin: null }
    })
  } finally {
    await client.end()
  }
}

/** A database that already has people gets no demo campus, even with DEMO=1. */
async function hasPeople(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query('select from user_account limit 1')
  return rows.length > 0
}

async function drain(app: App): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearTimeout(timer)
}
