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
 * Takes the data folder for this process, until it ends however it ends: the kernel's flock belongs to the
 * open file, so a lock file left behind by `kill -9` is worth nothing. Node has no flock, but the one of
 * util-linux locks an inherited descriptor, which stays ours. Without that program the number in the file is
 * believed if such a process lives.
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
  return { release: () => closeSync(fd) }
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
 * The pid PostgreSQL wrote down, 0 if none; it may be stale and, after a restart of the machine, belong to
 * anybody.
 */
export function recordedPid(cluster: string): number {
  try {
    return Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}

/**
 * Every PostgreSQL process that works in `cluster`; they all make it their working directory. Zombies are not
 * among them.
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
 * Makes the cluster free to start: stops a PostgreSQL whose server was killed, or the sessions of a killed
 * PostgreSQL, and removes the pid files they leave. Call it only while holding {@link lockFolder}: then
 * nobody else can be meant.
 */
export async function clearLeftovers(cluster: string, log: (message: string) => void): Promise<void> {
  // A start is waiting. One that does not end in its own time ends without a checkpoint: the log it has
  // written brings everything back. Told to stop while it recovers from a crash, PostgreSQL 18 waits for ever
  // for its checkpointer.
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
    // SIGINT is "finish now" to the main process, but only "cancel the query" to a session that has lost it.
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
    // It ended between looking and signalling.
  }
}
