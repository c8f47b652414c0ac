import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// What `npm start` does when the server ends by itself. The server here is a small script that does, in each
// run, what the test prescribes.

let folder: string
beforeEach(() => void (folder = mkdtempSync(path.join(os.tmpdir(), 'portal-keep-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** `acts`: what the first run does, the second and so on; the last one applies to all further runs. */
const start = (...acts: string[]) => startBeside('Promise.resolve(0)', ...acts)
/** `pages`: a promise of the exit code of building the pages. */
function startBeside(pages: string, ...acts: string[]) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', writeKeeper(pages, ...acts)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out = { errors: '' }
  child.stderr.setEncoding('utf8').on('data', (text: string) => (out.errors += text))
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve))
  return { child, out, ended, runs }
}
const runs = () => readFileSync(path.join(folder, 'runs'), 'utf8')
/** The script that keeps the server running. */
function writeKeeper(pages: string, ...acts: string[]): string {
  writeFileSync(path.join(folder, 'runs'), '')
  const server = `
    import { appendFileSync, existsSync, readFileSync } from 'node:fs'
    const ready = () => new Promise((resolve) => process.send('ready', resolve))
    const stay = () => { process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); appendFileSync('${folder}/runs', 's') }
    const acts = [${acts.map((act) => `async () => { ${act} }`).join(', ')}]
    const run = readFileSync('${folder}/runs', 'utf8').length
    appendFileSync('${folder}/runs', 'r')
    await acts[Math.min(run, acts.length - 1)]()`
  return `
    import { keepRunning } from ${JSON.stringify(path.resolve(import.meta.dirname, 'lib.mjs'))}
    const patience = { wellAfterMs: 60_000, firstPauseMs: 10, longestPauseMs: 80 }
    process.exitCode = await keepRunning(process.execPath, ['--input-type=module', '--eval', ${JSON.stringify(server)}], { pages: ${pages} }, patience)`
}

test('a server that dies is started again, each time after a longer rest, and a signal ends both', async () => {
  const die = 'await ready(); process.kill(process.pid, "SIGKILL")'
  const { child, out, ended, runs } = start(
    die,
    'await ready(); process.exit(3)',
    'process.exit(1)',
    die,
    die,
    'await ready(); stay()',
  )
  await expect.poll(runs, { timeout: 30_000 }).toBe('rrrrrrs')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  const told = [
    ...out.errors.matchAll(/服务器意外退出（(.+?)），([\d.]+) 秒后重新启动。 The server ended by itself/g),
  ].map(([, why, pause]) => [why, Number(pause)])
  expect(told).toEqual([
    ['SIGKILL', 0.01],
    ['exit code 3', 0.02],
    ['exit code 1', 0.04],
    ['SIGKILL', 0.08],
    ['SIGKILL', 0.08],
  ])
})

test('a start that is refused is told once', async () => {
  const { out, ended, runs } = start('console.error("PORT is in use"); process.exit(1)')
  expect([await ended, out.errors.trim(), runs()]).toEqual([1, 'PORT is in use', 'r'])
})

test('a server that was asked to stop is not started again', async () => {
  const { out, ended, runs } = start('await ready(); process.exit(0)')
  expect([await ended, out.errors, runs()]).toEqual([0, '', 'r'])
})

test('SIGHUP is the server’s, which renews its processes', async () => {
  const { child, ended, runs } = start(
    `process.on('SIGHUP', () => appendFileSync('${folder}/runs', 'h')); await ready(); stay()`,
  )
  await expect.poll(runs, { timeout: 30_000 }).toBe('rs')
  child.kill('SIGHUP')
  await expect.poll(runs, { timeout: 30_000 }).toBe('rsh')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

// script(1) of util-linux is the terminal, which closes when it is killed.
test.runIf(process.platform === 'linux')('a start whose terminal closes ends', async () => {
  const keeper = path.join(folder, 'keeper.mjs')
  const hungUp = `process.on('SIGHUP', () => process.exit(129)); await ready(); stay()`
  const noteEnd = `
    import { appendFileSync } from 'node:fs'
    appendFileSync('${folder}/runs', 'e' + process.exitCode)`
  writeFileSync(keeper, writeKeeper('Promise.resolve(0)', hungUp, 'process.exit(0)') + noteEnd)
  const terminal = spawn('script', ['-qec', `exec ${process.execPath} ${keeper}`, '/dev/null'], {
    stdio: 'ignore',
  })
  await expect.poll(runs, { timeout: 30_000 }).toBe('rs')
  terminal.kill('SIGKILL')
  await expect.poll(runs, { timeout: 30_000 }).toContain('e')
  expect(runs(), 'the server is not started again').toMatch(/^rse/)
})

test('SIGHUP that comes before the server is ready does not end it, and reaches it then', async () => {
  const go = path.join(folder, 'go')
  const { child, ended, runs } = start(
    `appendFileSync('${folder}/runs', 'b')
    while (!existsSync('${go}')) await new Promise((resolve) => setTimeout(resolve, 20))
    process.on('SIGHUP', () => appendFileSync('${folder}/runs', 'h')); await ready(); stay()`,
  )
  await expect.poll(runs, { timeout: 30_000 }).toBe('rb')
  child.kill('SIGHUP')
  writeFileSync(go, '')
  await expect.poll(runs, { timeout: 30_000 }).toMatch(/^rb(sh|hs)$/)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('SIGHUP does not end a start that still installs and builds', async () => {
  const script = `
    import { surviveHangUps } from ${JSON.stringify(path.resolve(import.meta.dirname, 'lib.mjs'))}
    surviveHangUps()
    process.once('SIGUSR2', () => process.exit(0))
    setInterval(() => {}, 1000)
    console.log('builds')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => void child.once('exit', (code, signal) => resolve(signal ?? code)))
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await expect.poll(() => said, { timeout: 30_000 }).toBe('builds\n')
  child.kill('SIGHUP')
  child.kill('SIGUSR2')
  expect(await ended).toBe(0)
})

/** Code of the server between its database and `ready`. It logs `p` if it waits for pages, otherwise `n`. */
const waits = () => `
  const stopped = new Promise((resolve) => process.on('SIGTERM', resolve))
  appendFileSync('${folder}/runs', process.env.PAGES_TO_COME ? 'p' : 'n')
  if (process.env.PAGES_TO_COME) await new Promise((resolve) => process.once('message', resolve))
  appendFileSync('${folder}/runs', 'w')`
/** The rest of a start that is stopped meanwhile. SIGTERM comes after the message, however long after it. */
const ends = 'setInterval(() => {}, 1000); await stopped; process.exit(0)'
/** A build of pages that ends with this exit code when the test sends SIGUSR2. */
const building = (code: number) => `new Promise((resolve) => process.once('SIGUSR2', () => resolve(${code})))`

test('a server begins beside the building of its pages, and is told when they are there', async () => {
  const { child, ended, runs } = startBeside(building(0), `${waits()}; await ready(); stay()`)
  await expect.poll(runs, { timeout: 30_000 }).toBe('rp')
  child.kill('SIGUSR2')
  await expect.poll(runs, { timeout: 30_000 }).toBe('rpws')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('a server whose pages cannot be built finishes half a start and ends', async () => {
  const { child, ended, runs } = startBeside(building(3), `${waits()}; ${ends}`)
  await expect.poll(runs, { timeout: 30_000 }).toBe('rp')
  child.kill('SIGUSR2')
  expect([await ended, runs()]).toEqual([3, 'rpw'])
})

test('a server whose pages could not even begin to be built finishes half a start and ends', async () => {
  const broken = `new Promise((_, reject) => process.once('SIGUSR2', () => reject(new Error('disk full'))))`
  const { child, out, ended, runs } = startBeside(broken, `${waits()}; ${ends}`)
  await expect.poll(runs, { timeout: 30_000 }).toBe('rp')
  child.kill('SIGUSR2')
  expect([await ended, runs()]).toEqual([1, 'rpw'])
  expect(out.errors).toContain('disk full')
})

test('who is stopped while pages are built ends without them', async () => {
  const { child, ended, runs } = startBeside(building(143), `${waits()}; ${ends}`)
  await expect.poll(runs, { timeout: 30_000 }).toBe('rp')
  child.kill('SIGTERM')
  child.kill('SIGUSR2')
  expect([await ended, runs()]).toEqual([143, 'rpw'])
})

test('a server that is started again finds its pages built', async () => {
  const { child, ended, runs } = start('await ready(); process.exit(1)', `${waits()}; await ready(); stay()`)
  await expect.poll(runs, { timeout: 30_000 }).toBe('rrnws')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})
