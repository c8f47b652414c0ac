import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { prometheusContentType } from 'prom-client'
import { checkCertificate, openDatabase, probeAddress, wordFirstAdmin, type Running } from './boot.ts'
import type { Log } from './adapters/database/embedded.ts'
import { closeFolder } from './adapters/files/closed.ts'
import { checkKeyFile } from './adapters/secrets/secrets.ts'
import { isReport, order, type Ready, type Report } from './crew.ts'
import { collectFigures } from './figures.ts'
import { BootError, makeWorkerSettings, type Env } from './kernel/env.ts'
import { listenApart } from './kernel/metrics-apart.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/**
 * If a worker ran at least this long before it ended, the pause before its replacement is the shortest again.
 */
const WELL_AFTER_MS = 60_000
/** A worker that has not ended after this time is killed. */
const PATIENCE_MS = 45_000

const ended = (worker: Worker): Promise<unknown> => once(worker, 'exit')

/**
 * Starts WORKERS processes that share one port, replaces those that end, and renews them one after the other
 * on SIGHUP. The leader runs the embedded PostgreSQL and answers no requests itself.
 */
export async function lead(env: Env, log: Log): Promise<Omit<Running, 'app'>> {
  await probeAddress(env)
  checkCertificate(env)
  closeFolder(env.DATA_DIR, log.warn)
  checkKeyFile(env)
  const { url, stop: stopDatabase } = await openDatabase(env, log)
  const crew = new Set<Worker>()
  /** Workers that have been told to end; they are not replaced. */
  const leaving = new Set<Worker>()
  let holder: Worker | undefined
  let gatesAt: number | null = null
  let isStopping = false
  let pauseMs = FIRST_PAUSE_MS
  const figures = collectFigures(crew)

  /** Starts one more worker; rejects if it ends before it is ready. */
  async function recruit(): Promise<{ worker: Worker; ready: Ready }> {
    const worker = cluster.fork(makeWorkerSettings(env, url))
    const began = performance.now()
    const ready = await new Promise<Ready>((resolve, reject) => {
      worker.on('message', (message: unknown) => {
        if (!isReport(message)) return
        if (message.say === 'ready') resolve(message)
        else hear(worker, message)
      })
      worker.once('exit', (code, signal) => {
        reject(
          new BootError(
            `工作进程未能启动（${signal ?? code}）。 A worker did not start (${signal ?? code}).`,
          ),
        )
        if (crew.delete(worker)) void replace(worker, signal ?? `exit code ${code}`, began)
      })
    })
    crew.add(worker)
    order(worker, { do: 'know gates at', port: gatesAt })
    return { worker, ready }
  }

  /** Starts a worker later and shows the account that it may have made; main.ts does so at the start only. */
  async function recruitAnother(): Promise<void> {
    const {
      ready: { firstAdmin },
    } = await recruit()
    if (firstAdmin) log.info(wordFirstAdmin(firstAdmin).join('\n'))
  }

  function hear(worker: Worker, message: Exclude<Report, { say: 'ready' }>): void {
    switch (message.say) {
      case 'gates at':
        gatesAt = message.port
        for (const each of crew) if (each !== worker) order(each, { do: 'know gates at', port: gatesAt })
        return
      case 'put out':
        if (holder && holder !== worker) order(holder, { do: 'put out', gatewayId: message.gatewayId })
        return
      case 'let go':
        if (holder === worker) holder = undefined
        return giveLine()
      case 'show figures':
        return void figures
          .addUp()
          .catch(() => '')
          .then((text) => order(worker, { do: 'answer figures', asked: message.asked, text }))
      case 'figures':
        return figures.hear(message.asked, message.figures)
      default:
        return message satisfies never
    }
  }
  /** Gives the connection to the gateways to a worker that is not leaving, unless one holds it. */
  function giveLine(): void {
    if (holder || isStopping) return
    holder = [...crew].find((each) => !leaving.has(each))
    if (holder) order(holder, { do: 'hold the line' })
  }

  /**
   * Called when a worker has ended: starts another unless it was told to end. Retries with growing pauses.
   */
  async function replace(lost: Worker, why: string, began: number): Promise<void> {
    if (holder === lost) holder = undefined
    giveLine()
    if (leaving.delete(lost) || isStopping) return
    if (performance.now() - began > WELL_AFTER_MS) pauseMs = FIRST_PAUSE_MS
    while (!isStopping) {
      log.warn(
        `工作进程意外退出（${why}），${pauseMs / 1000} 秒后重新启动。 A worker ended by itself (${why}); another is started in ${pauseMs / 1000} s.`,
      )
      await sleep(pauseMs)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      if (isStopping) return
      try {
        await recruitAnother()
        return giveLine()
      } catch (error) {
        why = (error as Error).message
      }
    }
  }

  async function retire(worker: Worker): Promise<void> {
    leaving.add(worker)
    if (worker.isDead()) return
    const gone = ended(worker)
    order(worker, { do: 'retire' })
    const killing = setTimeout(() => worker.process.kill('SIGKILL'), PATIENCE_MS)
    await gone
    clearTimeout(killing)
  }
  let renewing: Promise<void> | undefined
  /** Replaces the workers one after the other by new ones, which run the code that is on the disk now. */
  async function renew(): Promise<void> {
    const before = [...crew].filter((each) => !leaving.has(each))
    log.info(`正在逐个更换工作进程…… Renewing ${before.length} workers …`)
    for (const worker of before) {
      if (isStopping) return
      await recruitAnother()
      await retire(worker)
    }
    log.info('工作进程已全部更换。 All workers are renewed.')
  }
  const onHangUp = () => {
    renewing ??= renew()
      // The running workers go on running.
      .catch((error: unknown) => log.error((error as Error).message))
      .finally(() => (renewing = undefined))
  }

  async function stop(): Promise<void> {
    isStopping = true
    process.off('SIGHUP', onHangUp)
    const all = Object.values(cluster.workers ?? {}).filter(
      (worker): worker is Worker => worker?.isDead() === false,
    )
    const gone = all.map(ended)
    for (const worker of all) worker.process.kill('SIGTERM')
    const killing = setTimeout(() => all.forEach((each) => each.process.kill('SIGKILL')), PATIENCE_MS)
    await Promise.all(gone)
    clearTimeout(killing)
    await stopApart()
    await stopDatabase()
  }
  let stopApart = async () => {}
  try {
    // The first worker prepares tables and demo; the others would only wait for it.
    const { ready } = await recruit()
    await Promise.all(Array.from({ length: env.WORKERS - 1 }, recruit))
    giveLine()
    const register = { contentType: prometheusContentType, metrics: figures.addUp }
    stopApart = await listenApart({ env, metrics: { register } })
    process.on('SIGHUP', onHangUp)
    return { ...ready, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
