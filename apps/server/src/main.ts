import cluster from 'node:cluster'
import { once } from 'node:events'
import path from 'node:path'
import { existsSync } from 'node:fs'
import { boot, wordFirstAdmin, type Running } from './boot.ts'
import { isAway } from './kernel/away.rules.ts'
import { BootError, isThisMachine, readEnv, repoRoot, type Env } from './kernel/env.ts'

/**
 * `npm start`, Ctrl-C and process groups may deliver one request to stop two or three
 * times within milliseconds.
 */
const SAME_WISH_MS = 700
const STOPS = ['SIGTERM', 'SIGINT'] as const
/**
 * The exit code of shells for SIGHUP: `npm start` then starts the server again, unless
 * it was told to stop too.
 */
const HUNG_UP = 129

const TRIAL_NOTE =
  '试运行（TRIAL=1）：不运行定时任务，不发邮件，不连接网关。 A trial (TRIAL=1): no timed work, no mail, no gateways.\n'

const log = {
  info: (message: string) => console.log(message),
  warn: (message: string) => console.error(message),
  error: (message: string) => console.error(message),
}

async function main(): Promise<void> {
  process.umask(0o077) // new uploads, keys and folders are closed to other users
  const file = path.join(repoRoot, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  const env = readEnv()
  if (cluster.isWorker) return beWorker(env)
  // The demo's national platform keeps its data in memory, so there must be one process.
  const isOne = env.WORKERS === 1 || env.NATIONAL_PLATFORM_DEMO
  const pages = waitForPages()
  const starting = isOne
    ? boot(env, log, { awaitPages: () => pages })
    : Promise.all([import('./lead.ts'), pages]).then(([{ lead }]) => lead(env, log))
  if (isOne) stopOnSignal(starting, ['SIGTERM', 'SIGINT', 'SIGHUP'])
  else {
    stopOnSignal(starting, STOPS)
    process.on('SIGHUP', () => {}) // the leader renews workers on it (lead.ts); ignored during the start
  }
  const running = await starting
  print(running)
  if (running.demoAccounts.length > 0 && !isThisMachine(env.HOST)) warnOfDemo(env.HOST)
  if (env.TRIAL) log.warn(TRIAL_NOTE)
  process.send?.('ready') // to `npm start`, which restarts a server that was ready
}

async function beWorker(env: Env): Promise<void> {
  // Ctrl-C and a closing terminal reach the whole process group, but it is the leader that stops its workers:
  // one that ended by itself during the start would be replaced.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  const { work } = await import('./worker.ts')
  const starting = work(env, log)
  stopOnSignal(starting, ['SIGTERM'], 'silent')
  await starting
}

/**
 * Waits for `npm start`, where it builds the pages meanwhile, to say that they are
 * ready; or until it has ended.
 */
async function waitForPages(): Promise<void> {
  if (process.env['PAGES_TO_COME'])
    await Promise.race([once(process, 'message'), once(process, 'disconnect')])
}

/**
 * When a connection breaks, all statements on it fail, and code that awaits them one after the other
 * handles only the first error. The request has been answered with 503 by then. All other unhandled
 * rejections end the process, as usual.
 */
process.on('unhandledRejection', (error) => {
  if (!isAway(error)) throw error
  log.warn(`database connection lost: ${error instanceof Error ? error.message : String(error)}`)
})

function stopOnSignal(
  starting: Promise<Pick<Running, 'stop'>>,
  signals: readonly NodeJS.Signals[],
  how?: 'silent',
): void {
  let firstAt = 0
  const stop = async (signal: NodeJS.Signals) => {
    if (firstAt > 0) {
      if (performance.now() - firstAt > SAME_WISH_MS) process.exit(130)
      return
    }
    firstAt = performance.now()
    // Also during the start: the start is completed first and then undone, so that nothing is left running.
    const running = await starting.catch(() => process.exit(1))
    if (!how) console.log(`正在停止…… Stopping on ${signal} …`)
    await running.stop()
    process.exit(signal === 'SIGHUP' ? HUNG_UP : 0)
  }
  for (const signal of signals) process.on(signal, stop)
}

function print({ address, demoAccounts, firstAdmin }: Omit<Running, 'app'>): void {
  const lines = ['', `仪器共享平台已启动：${address}`, `The portal is ready at ${address}`]
  if (demoAccounts.length > 0) {
    const width = Math.max(...demoAccounts.map(({ username }) => username.length))
    lines.push('', '演示账号 demo accounts：')
    lines.push(
      ...demoAccounts.map(
        ({ username, password, title }) => `  ${username.padEnd(width)}  ${password}  ${title}`,
      ),
    )
  }
  if (firstAdmin) lines.push('', ...wordFirstAdmin(firstAdmin))
  console.log(lines.join('\n') + '\n')
}

function warnOfDemo(host: string): void {
  log.warn(
    [
      `！！！ 演示账号已向网络开放（HOST=${host}，DEMO=1）：网络上的任何人都知道它们的密码，可以以系统管理员身份登录。请勿存放真实数据；正式使用请设置 DEMO=0。`,
      `!!! The demo accounts are open to the network (HOST=${host}, DEMO=1): everybody
          on it knows their password and can sign in as administrator. Keep no real data here; for real use
        set DEMO=0.`,
      '',
    ].join('\n'),
  )
}

main().catch((error: unknown) => {
  console.error(error instanceof BootError ? error.message : error)
  process.exit(1)
})
