import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once as event } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { once, requestBytes } from './load.ts'
import flags from '../scripts/server-flags.json' with { type: 'json' }

const root = new URL('../', import.meta.url).pathname

export interface Server {
  url: string
  port: number
  pid: number
  stop(): Promise<void>
}
export interface Product extends Server {
  /** Signs in a person of the demo cast and returns the session token. */
  signIn(username: string): Promise<string>
}

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await event(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await event(server, 'close')
  return port
}

/** Runs a file with this Node and waits until it answers. Its output is shown only if it fails to start. */
export async function startServer(
  file: string,
  env: Record<string, string>,
  { path = '/readyz', nodeFlags = [] as readonly string[], checkout = root } = {},
): Promise<Server> {
  const port = await freePort()
  const child = spawn(process.execPath, [...nodeFlags, join(checkout, file)], {
    cwd: checkout,
    // One process, as docs/bench.md says; by default it would be one less than the machine has cores.
    env: { ...process.env, WORKERS: '1', PORT: String(port), HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)))
  await answers(port, path, child, () => output)
  return { url: `http://127.0.0.1:${port}`, port, pid: child.pid ?? 0, stop: () => end(child) }
}

/** Waits until a server on this port answers `path`; throws if the process `child` ends before. */
export async function answers(
  port: number,
  path: string,
  child?: ChildProcess,
  output = () => '',
): Promise<void> {
  for (let i = 0; i < 4000; i++) {
    if (child && child.exitCode !== null) throw new Error(`ended before it answered:\n${output()}`)
    const answer = await once(port, requestBytes('GET', path)).catch(() => undefined)
    if (answer?.status === 200) return
    await sleep(i < 1000 ? 5 : 200)
  }
  throw new Error(`no answer:\n${output()}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await event(child, 'exit')
}

export async function signIn(port: number, username: string): Promise<string> {
  const answer = await once(
    port,
    requestBytes('POST', '/backend/auth/v1/login', { body: { username, password: 'Demo#2026' } }),
  )
  const { data } = JSON.parse(answer.body) as { data?: { token: string } }
  if (!data) throw new Error(`${username} cannot sign in: ${answer.body}`)
  return data.token
}

/**
 * Starts the product as `npm start` does, as one process, with its own PostgreSQL and demo campus unless a
 * database is given.
 */
export async function startProduct({
  databaseUrl,
  size = 1,
  pool = 16,
  checkout = root,
}: {
  databaseUrl?: string
  size?: number
  pool?: number
  /** Another checkout of the product, already built, to run instead of this one. */
  checkout?: string
}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const server = await startServer(
    'apps/server/dist/bundle/main.js',
    {
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      DEMO: '1', // the cast signs in with the demo's password
      DEMO_SIZE: String(size),
      RATE_LIMIT: '100000000',
      DB_POOL_MAX: String(pool),
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      NODE_COMPILE_CACHE: join(checkout, '.cache/node'),
    },
    { nodeFlags: flags, checkout },
  )
  return {
    ...server,
    signIn: (username) => signIn(server.port, username),
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
