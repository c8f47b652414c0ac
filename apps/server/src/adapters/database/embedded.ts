import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { BootError } from '../../kernel/env.ts'
import { dataOwner, findPrograms, findRunner, type Programs, type Runner } from './binaries.ts'
import { clearLeftovers, lockFolder } from './leftovers.ts'

export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

export interface EmbeddedOptions {
  /** The portal's data folder; PostgreSQL uses `postgres/` in it. */
  dataDir: string
  log: Log
  /** False is faster, but the data may not survive a power cut: for tests only. */
  durable?: boolean
  /** Further server settings; they override those below. */
  settings?: Readonly<Record<string, string>>
}

export interface Embedded {
  /** Connects as the owner of database `portal`, who is no superuser. It stays the same after a restart. */
  readonly url: string
  /** PostgreSQL's main process, undefined while it is being restarted. */
  readonly pid: number | undefined
  /** Calls the listener whenever PostgreSQL has ended by itself; a restart is then under way. */
  onCrash(listener: (reason: string) => void): void
  stop(): Promise<void>
}

const NAME = 'portal'
const PORT = '5432' // only part of the socket's name: nothing listens on the network
const SOCKET_PATH_MAX = 103 // sun_path, on the strictest system

const settings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: PORT,
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '100',
  // Modest enough for a laptop; the working set of a whole campus still fits.
  shared_buffers: `${Math.max(32, Math.min(256, Math.floor(os.totalmem() / 2 ** 20 / 8)))}MB`,
  effective_cache_size: `${Math.max(64, Math.floor(os.totalmem() / 2 ** 20 / 3))}MB`,
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  // Statements are short and cores few: compiling or parallelising a statement costs more than it saves.
  // Parallel queries would also need more shared memory than a container's /dev/shm has.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Errors of statements reach the caller, which logs them without the values in them.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '',
}
const forgetful = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

/**
 * Starts a real PostgreSQL on `dataDir`, creates its data on first use, and keeps it running until `stop`.
 * Throws a BootError with a plain sentence.
 */
export async function startEmbedded({
  dataDir,
  log,
  durable = true,
  settings: more = {},
}: EmbeddedOptions): Promise<Embedded> {
  const programs = findPrograms()
  const home = path.join(dataDir, 'postgres')
  const cluster = path.join(home, 'cluster')
  const owner = makeHome(dataDir, home)
  const runner = findRunner(programs, home, owner)
  const lock = withPlainError(home, () => lockFolder(path.join(home, 'lock'), owner))
  const exit = { wanted: false }
  try {
    if (existsSync(cluster)) await clearLeftovers(cluster, log.warn)
    const password = withPlainError(home, () => readPassword(home, owner))
    initialise({ programs, runner, home, cluster, durable })
    const socketDir = makeSocketDir(home, owner)
    const url = (user: string, database: string) =>
      `postgres://${user}:${password}@localhost:${PORT}/${database}?host=${encodeURIComponent(socketDir)}&sslmode=disable`
    const args = Object.entries({
      ...settings,
      unix_socket_directories: socketDir,
      ...(durable ? {} : forgetful),
      ...more,
    })
    const launch = () =>
      launchServer({
        command: [
          ...runner.prefix,
          programs.postgres,
          '-D',
          cluster,
          ...args.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
        ],
        runner,
        log,
        url: url(NAME, NAME),
        setUp: () => createDatabase(url('postgres', 'postgres'), password),
      })
    let server: Server | undefined = await launch()
    let restarting: Promise<void> | undefined
    const listeners: ((reason: string) => void)[] = []

    const supervise = (running: Server) => {
      void running.ended.then((reason) => {
        if (exit.wanted) return
        server = undefined
        log.error(`PostgreSQL ended by itself (${reason}); starting it again`)
        for (const listener of listeners) listener(reason)
        restarting = restart()
      })
    }
    const restart = async () => {
      for (let pauseMs = 100; !exit.wanted; pauseMs = Math.min(pauseMs * 2, 5000)) {
        try {
          await clearLeftovers(cluster, log.warn)
          if (exit.wanted) return
          server = await launch()
          log.warn('PostgreSQL runs again')
          return supervise(server)
        } catch (error) {
          log.error(`PostgreSQL could not be started again: ${String(error)}`)
          await sleep(pauseMs)
        }
      }
    }
    supervise(server)

    const lastBreath = () => void server?.child.kill('SIGINT')
    process.once('exit', lastBreath)
    return {
      url: url(NAME, NAME),
      get pid() {
        return server?.child.pid
      },
      onCrash: (listener) => void listeners.push(listener),
      async stop() {
        exit.wanted = true
        await restarting
        if (server) await stopServer(server)
        process.removeListener('exit', lastBreath)
        if (!socketDir.startsWith(home)) rmSync(socketDir, { recursive: true, force: true })
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function withPlainError<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!code || error instanceof BootError) throw error
    throw new BootError(
      `无法写入数据文件夹 ${folder}（${code}）。 The data folder ${folder} is not writable (${code}).`,
    )
  }
}

/**
 * Makes the folders and gives PostgreSQL's to its user; the data folder above keeps its owner. Where the
 * owner is root and PostgreSQL runs as another user, the group of that user may pass through the data folder
 * but not list it; all others may not even pass.
 */
function makeHome(dataDir: string, home: string): { uid: number; gid: number } {
  return withPlainError(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    mkdirSync(home, { recursive: true, mode: 0o700 })
    const owner = dataOwner(home)
    if (process.getuid?.() === 0) {
      chownSync(home, owner.uid, owner.gid)
      const above = statSync(dataDir)
      if (above.uid !== owner.uid && (above.mode & 0o001) === 0) {
        chownSync(dataDir, above.uid, owner.gid)
        chmodSync(dataDir, 0o710)
      }
    }
    chmodSync(home, 0o700)
    return owner
  })
}

function readPassword(home: string, owner: { uid: number; gid: number }): string {
  const file = path.join(home, 'password')
  if (!existsSync(file)) {
    // Written whole or not at all: with a half-written password the data would be inaccessible.
    writeFileSync(`${file}.new`, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (process.getuid?.() === 0) chownSync(`${file}.new`, owner.uid, owner.gid)
    renameSync(`${file}.new`, file)
  }
  return readFileSync(file, 'utf8').trim()
}

const environment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Runs `initdb` in a neighbouring folder, which is renamed when complete: a start that is killed here
 * leaves nothing incomplete.
 */
function initialise(on: {
  programs: Programs
  runner: Runner
  home: string
  cluster: string
  durable: boolean
}): void {
  const { programs, runner, home, cluster, durable } = on
  const made = existsSync(cluster) ? readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim() : undefined
  const [tool = '', ...toolArgs] = [...runner.prefix, programs.postgres, '--version']
  const version = spawnSync(tool, toolArgs, { ...runner.spawnAs, encoding: 'utf8', cwd: '/' }).stdout.match(
    /(\d+)/,
  )?.[1]
  if (made && made !== version) {
    throw new BootError(
      `数据由 PostgreSQL ${made} 建立，而内置的是 ${version}，请用 ${made} 导出后再导入。 The data was made by PostgreSQL ${made} but ${version} is embedded; dump it with ${made} and load it again.`,
    )
  }
  if (made) return
  const fresh = `${cluster}.new`
  rmSync(fresh, { recursive: true, force: true })
  const [file = '', ...args] = [
    ...runner.prefix,
    programs.initdb,
    `--pgdata=${fresh}`,
    '--username=postgres',
    `--pwfile=${path.join(home, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorts by code point, the same on every machine; letters are classified by Unicode, so that pg_trgm
    // and ~* recognise Chinese.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${process.platform === 'linux' ? 'C.UTF-8' : 'UTF-8'}`,
    ...(durable ? [] : ['--no-sync']),
  ]
  const ran = spawnSync(file, args, { ...runner.spawnAs, encoding: 'utf8', cwd: '/', env: environment })
  if (ran.status !== 0) {
    const why =
      ran.error?.message ?? ran.stderr.match(/(?:FATAL|PANIC|error): *(.*)/)?.[1] ?? ran.stderr.trim()
    throw new BootError(
      `无法在 ${home} 建立数据库（${why}）。 The database could not be made in ${home} (${why}).`,
    )
  }
  renameSync(fresh, cluster)
}

/** The socket is in the data folder, so that `psql` finds it, unless that path is too long for a socket. */
function makeSocketDir(home: string, owner: { uid: number; gid: number }): string {
  if (Buffer.byteLength(`${home}/.s.PGSQL.${PORT}`) <= SOCKET_PATH_MAX) return home
  const short = mkdtempSync(path.join(os.tmpdir(), 'portal-pg-'))
  chmodSync(short, 0o700)
  if (process.getuid?.() === 0) chownSync(short, owner.uid, owner.gid)
  return short
}

interface Server {
  child: ChildProcess
  /** Resolves with the reason when PostgreSQL has ended. */
  ended: Promise<string>
}

interface Launch {
  command: string[]
  runner: Runner
  log: Log
  url: string
  setUp: () => Promise<void>
}

async function launchServer({ command, runner, log, url, setUp }: Launch): Promise<Server> {
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    ...runner.spawnAs,
    cwd: '/',
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C in a terminal reaches the whole process group, but the database must outlive the
    // requests that are still running.
    detached: true,
  })
  const said: string[] = []
  let ready = false // before, a FATAL answers tryConnect or is the reason reported below
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n').filter(Boolean)) {
      said.push(line)
      if (said.length > 20) said.shift()
      if (ready && /^(FATAL|PANIC):/.test(line)) log.warn(`PostgreSQL: ${line}`)
    }
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  const server = { child, ended }
  try {
    // There is no time limit while PostgreSQL lives: recovery after a crash reads the log
    // since the last checkpoint.
    for (const dead = ended.then(() => true); ;) {
      const state = await Promise.race([dead, tryConnect(url)])
      if (state === true)
        throw new Error(said.findLast((line) => /FATAL|PANIC/.test(line)) ?? said.at(-1) ?? (await ended))
      ready = state === 'ready'
      if (ready) return server
      if (state === 'missing') await setUp()
      else await sleep(25)
    }
  } catch (error) {
    await stopServer(server)
    if (error instanceof BootError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new BootError(
      `内置 PostgreSQL 无法启动（${why}）。 The embedded PostgreSQL does not start (${why}).`,
    )
  }
}

async function tryConnect(url: string): Promise<'ready' | 'missing' | 'starting'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return 'ready'
  } catch (error) {
    const { code = '' } = error as { code?: string }
    void client.end().catch(() => undefined)
    // No such role (reported as a wrong password) or database: this is the first start.
    return ['28P01', '28000', '3D000'].includes(code) ? 'missing' : 'starting'
  }
}

async function createDatabase(url: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select from pg_roles where rolname = $1', [NAME])
    const verb = rows.length > 0 ? 'alter' : 'create'
    await client.query(`${verb} role ${NAME} login createdb password ${client.escapeLiteral(password)}`)
    const { rows: found } = await client.query('select from pg_database where datname = $1', [NAME])
    if (found.length === 0) await client.query(`create database ${NAME} owner ${NAME}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function stopServer({ child, ended }: Server): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGTERM', 1000], // takes no new sessions; those that a pool has just closed still end
    ['SIGINT', 15_000], // ends the sessions, writes a checkpoint; why with a limit: see clearLeftovers
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ]
  for (const [signal, waitMs] of steps) {
    child.kill(signal)
    const over = new AbortController()
    const gone = await Promise.race([ended.then(() => true), sleep(waitMs, false, { signal: over.signal })])
    over.abort()
    if (gone) return
  }
}
