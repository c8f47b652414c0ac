import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { repoRoot } from '../kernel/env.ts'
import { folderOfData } from './folder.ts'

export interface ServerProcess {
  address: string
  /** True if it has run from its start until now. */
  isUp(): boolean
  pid: number
  /** The pids of its child processes. */
  listChildren(): number[]
  /** Everything it has printed so far. */
  heard(): string
  /** Stops it in order, and waits for its end. */
  stop(): Promise<void>
  /** Kills it without a shutdown, as a power cut does. */
  killAtOnce(): Promise<void>
}

/** Keeps Node's compile cache, so that the next start is faster. */
export const compiledBefore = { NODE_COMPILE_CACHE: path.join(repoRoot, '.cache/compiled') }

const READY = /ready at (http:\/\/\S+)/

/**
 * Starts a server process, as `npm start` does, on an existing database. `file`: another program that
 * reports when it is ready.
 */
export async function startServer(
  databaseUrl: string,
  file = path.join(repoRoot, 'apps/server/src/main.ts'),
  more: Record<string, string> = {},
): Promise<ServerProcess> {
  const folder = folderOfData('portal-server-')
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '10000000',
    WORKERS: '1',
    ...compiledBefore,
    ...more,
  }
  const child = spawn(process.execPath, [file], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const gone = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (said += text))
  const address = await makeAddress(child, gone, () => said)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    address,
    isUp: () => child.exitCode === null && child.signalCode === null,
    pid: child.pid ?? 0,
    listChildren: () =>
      readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ').map(Number),
    heard: () => said,
    stop: () => end('SIGTERM'),
    killAtOnce: () => end('SIGKILL'),
  }
}

function makeAddress(child: ChildProcess, gone: Promise<void>, heard: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const address = READY.exec(heard())?.[1]
      if (address) resolve(address)
    })
    void gone.then(() => reject(new Error(`the server ended before it was ready:\n${heard()}`)))
  })
}
