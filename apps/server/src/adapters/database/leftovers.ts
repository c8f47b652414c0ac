import { spawnSync } from 'node:child_process'
import {
  closeSync,
  fchownSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BootError } from '../../kernel/env.ts'

/**
 * Locks the data folder for this process until it ends, in whatever way: the kernel's flock belongs to the
 * open file, so a lock file left behind by `kill -9` locks nothing. Node.js has no flock, but that of
 * util-linux locks an inherited descriptor, which stays open here. Without that program the folder counts as
 * taken if the process with the number in the file is alive. Throws a BootError if the folder is taken.
 */
export function lockFolder(file: string, owner: { uid: number; gid: number }): { release(): void } {
  const fd = openSync(file, 'a+', 0o600)
  const holder = Number(readFileSync(file, 'utf8'))
  const flock = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] })
  const taken = flock.error ? holder > 0 && holder !== process.pid && isAlive(holder) : flock.status !== 0
  if (taken) {
    closeSync(fd)
    throw new BootError(
      `数据文件夹 ${path.dirname(path.dirname(file))} 正被另一个服务使用（进程 ${holder}），请先停止它或换一个 DATA_DIR。 The data folder ${path.dirname(path.dirname(file))} is in use by another server (process ${holder}); stop it or choose another DATA_DIR.`,
    )
  }
  if (process.getuid?.() === 0) fchownSync(fd, owner.uid, owner.gid)
  ftruncateSync(fd)
  writeSync(fd, String(process.pid))
  return {
    release() {
      // Where flock is missing, as on macOS, the number may be that of another program after the machine
      // has been restarted.
      ftruncateSync(fd)
      closeSync(fd)
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * The pid that PostgreSQL wrote down, 0 if none; it may be stale and, after a restart of the machine,
 * belong to any other process.
 */
export function recordedPid(cluster: string): number {
  try {
    return Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}

/**
 * The pids of all PostgreSQL processes that work in `cluster`: it is their working directory.
 * Zombies are not included.
 */
function processesIn(cluster: string): number[] {
  if (process.platform !== 'linux') {
    const pid = recordedPid(cluster)
    const command = pid
      ? spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
      : ''
    return command.includes(cluster) ? [pid] : []
  }
  const real = realpathSync(cluster)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`) === real &&
          readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
        )
      } catch {
        return false
      }
    })
    .map(Number)
}

/**
 * Frees the cluster for a start: stops a PostgreSQL whose server was killed, or the sessions of a killed
 * PostgreSQL, and removes the pid files they leave. Call it only while holding {@link lockFolder}, so that
 * these processes belong to no other server.
 */
export async function clearLeftovers(cluster: string, log: (message: string) => void): Promise<void> {
  // A start is waiting, so a PostgreSQL that does not end in time is ended without a checkpoint:
  // its log restores everything. PostgreSQL 18 waits for its checkpointer forever if it is told to
  // stop during crash recovery.
  const steps: { signal?: NodeJS.Signals; waitMs: number }[] = [
    { waitMs: 300 },
    { signal: 'SIGINT', waitMs: 1200 },
    { signal: 'SIGQUIT', waitMs: 1000 },
    { signal: 'SIGKILL', waitMs: 5000 },
  ]
  for (const { signal, waitMs } of steps) {
    const found = processesIn(cluster)
    if (found.length === 0) break
    const main = recordedPid(cluster)
    // SIGINT means "fast shutdown" to the main process, but only "cancel the query" to a session
    // whose main process is gone.
    const targets = signal === 'SIGINT' ? found.filter((pid) => pid === main) : found
    if (signal === 'SIGINT' && targets.length === 0) continue
    if (signal === 'SIGINT') log(`stopping the PostgreSQL left behind by a killed server (process ${main})`)
    for (const pid of signal ? targets : []) trySignal(pid, signal)
    for (const end = Date.now() + waitMs; Date.now() < end && processesIn(cluster).length > 0;)
      await sleep(50)
  }
  for (const name of ['postmaster.pid', '../.s.PGSQL.5432', '../.s.PGSQL.5432.lock'])
    rmSync(path.join(cluster, name), { force: true })
}

function trySignal(pid: number, signal: NodeJS.Signals | undefined): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process ended before the signal was sent.
  }
}
