import { spawn, type ChildProcess } from 'node:child_process'
import { once as event } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded, type Embedded } from '../../apps/server/src/adapters/database/embedded.ts'
import { folderOfData } from '../../apps/server/src/testing/folder.ts'
import { startStandby } from '../../apps/server/src/testing/standby.ts'
import { hasMosquitto, startMosquitto } from '../../apps/server/src/testing/mosquitto.ts'
import { hasSwift, makeBucket, startSwift } from '../../apps/server/src/testing/swift.ts'
import { answers, freePort } from '../product.ts'
import { setUpProxy } from './proxy.ts'
import flags from '../../scripts/server-flags.json' with { type: 'json' }

const root = new URL('../../', import.meta.url).pathname
/** Milliseconds until a process that ended is started again, as a service manager does. */
const REST_MS = 300
const BUCKET = 'portal-files'

/** The kinds of requests that may fail while a part is down. */
export type Kind = 'read' | 'write' | 'file'
/** One part of the cluster. */
export interface Part {
  name: string
  /** Kills it as a power failure would. It restarts by itself. */
  kill(): Promise<void>
  /** For so many seconds after the kill requests of these kinds may fail; no others, and none later. */
  window: { seconds: number; hits: readonly Kind[] }
}
export interface Cluster {
  port: number
  url: string
  standbyUrl: string
  parts: Part[]
  files: 'bucket' | 'folder'
  stop(): Promise<void>
}

/** Runs a program with all its processes and restarts it whenever it ends, until it is stopped. */
function keepAlive(begin: () => ChildProcess) {
  let child = begin()
  let isStopping = false
  const watch = () =>
    child.once('exit', () => {
      if (isStopping) return
      void sleep(REST_MS).then(() => {
        if (isStopping) return
        child = begin()
        watch()
      })
    })
  watch()
  const gone = (each: ChildProcess) =>
    each.exitCode === null && each.signalCode === null ? event(each, 'exit') : undefined
  return {
    async kill() {
      const ended = gone(child)
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await ended
    },
    async stop() {
      isStopping = true
      const ended = gone(child)
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Starts a primary, a standby, a file store, two servers and a proxy, all on this machine. */
export async function startCluster(tell: (line: string) => void, port?: number): Promise<Cluster> {
  const folder = folderOfData('portal-cluster-')
  const place = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true })
    return join(folder, name)
  }
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const close of closing.toReversed()) await close()
  }
  try {
    // Ignore the message of each session that PostgreSQL terminates it when it is killed.
    const warn = (line: string) => !/terminating connection/.test(line) && tell(line)
    const log = { info: tell, warn, error: tell }
    const primary = await startEmbedded({ dataDir: place('primary'), log })
    closing.push(() => primary.stop())
    const standby = await startStandby({
      url: primary.url,
      primaryDir: join(folder, 'primary'),
      dataDir: place('standby'),
      log,
    })
    closing.push(() => standby.stop())
    const store = hasSwift ? await startStore() : undefined
    if (store) closing.push(store.close)

    // With several servers each message of a gateway reaches one of them.
    const broker = hasMosquitto ? await startMosquitto() : undefined
    if (broker) closing.push(broker.close)

    const proxyPort = port ?? (await freePort())
    const ports = [await freePort(), await freePort()]
    const env = {
      ...process.env,
      HOST: '127.0.0.1',
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: standby.url,
      // Both servers store files in one place: a bucket, or a shared folder.
      DATA_DIR: place('data'),
      ...store?.env,
      ...(broker && { MQTT_URL: broker.url }),
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      DEMO: '1',
      WORKERS: '1',
      LOG_LEVEL: 'error',
      RATE_LIMIT: '100000000',
      TRUST_PROXY: 'loopback',
      PUBLIC_URL: `http://127.0.0.1:${proxyPort}`,
      NODE_COMPILE_CACHE: join(root, '.cache/node'),
    }
    const server = (own: number) =>
      keepAlive(() =>
        spawn(process.execPath, [...flags, join(root, 'apps/server/dist/bundle/main.js')], {
          cwd: root,
          env: { ...env, PORT: String(own) },
          stdio: ['ignore', 'ignore', 'inherit'],
          detached: true, // its own process group
        }),
      )
    const servers: Part[] = []
    for (const [n, own] of ports.entries()) {
      const running = server(own)
      closing.push(() => running.stop())
      await answers(own, '/readyz') // the first server fills the demo campus
      servers.push({
        name: `server ${n + 1}`,
        kill: running.kill,
        window: { seconds: 2, hits: ['write', 'file'] },
      })
    }
    const [command = '', ...args] = setUpProxy(place('proxy'), proxyPort, ports)
    const proxy = keepAlive(() =>
      spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true }),
    )
    closing.push(() => proxy.stop())
    await answers(proxyPort, '/readyz')
    const all: Kind[] = ['read', 'write', 'file']
    return {
      port: proxyPort,
      url: primary.url,
      standbyUrl: standby.url,
      files: store ? 'bucket' : 'folder',
      parts: [
        ...servers,
        { name: 'standby', kill: () => killEmbedded(standby), window: { seconds: 0, hits: [] } },
        { name: 'primary', kill: () => killEmbedded(primary), window: { seconds: 5, hits: all } },
        { name: 'nginx', kill: proxy.kill, window: { seconds: 2, hits: all } },
        ...(store
          ? [{ name: 'store', kill: store.kill, window: { seconds: 20, hits: ['file' as const] } }]
          : []),
      ],
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function killEmbedded({ pid }: Embedded): Promise<void> {
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}

async function startStore() {
  const swift = await startSwift()
  const { endpoint, region, keyId, secret } = swift
  ;(await makeBucket(swift, BUCKET)).destroy()
  return {
    env: {
      FILES_S3_URL: `${endpoint}/${BUCKET}`,
      FILES_S3_REGION: region,
      FILES_S3_KEY_ID: keyId,
      FILES_S3_SECRET: secret,
    },
    async kill() {
      await swift.kill()
      void sleep(REST_MS).then(() => swift.start())
    },
    close: () => swift.close(),
  }
}
