import { allCalls } from '@portal/contract/calls'
import { deptCalls } from '@portal/contract/dept/dept'
import { makeAddress } from '@portal/contract/kernel/call'
import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectPlainly } from './adapters/database/connect.ts'
import { startEmbedded, type Embedded } from './adapters/database/embedded.ts'
import { migrate } from './adapters/database/migrate.ts'
import { defineCache } from './kernel/cache.ts'
import { createPool, run } from './kernel/db.ts'
import { followPrimary, readsMuch, type Replica } from './kernel/replica.ts'
import { folderOfData } from './testing/folder.ts'
import { openLab, type OpenLab } from './testing/open-lab.ts'
import { asSuperuser, startStandby } from './testing/standby.ts'
import { expectWithin } from './testing/within.ts'
import { createWorld, type Person, type World } from './testing/world.ts'

// Two servers with a real primary and its standby: lists come from the standby and contain everything that
// was committed when the request came, also when the standby is late, silent, killed or of another database.

const [primaryDir, standbyDir] = [folderOfData('portal-primary-'), folderOfData('portal-standby-')]
const silent = { info() {}, warn() {}, error() {} }
// Longer than the waits of any test together: a standby that was silent for a second rests for five, each
// time. Vitest takes this back after the file.
vi.setConfig({ testTimeout: 120_000 })
let primary: Embedded
let standby: Embedded
/** `one` and `other` use the standby, `plain` does not. */
let one: World
let other: World
let plain: World
let lab: OpenLab
let admin: Person

beforeAll(async () => {
  primary = await startEmbedded({ dataDir: primaryDir, log: silent })
  const client = await connectPlainly(primary.url)
  await migrate(client)
  await client.end()
  standby = await startStandby({ url: primary.url, primaryDir, dataDir: standbyDir, log: silent })
  const join = (readUrl?: string) => {
    const pool = createPool(primary.url, 4, 'portal test')
    const database = { url: primary.url, pool, drop: () => pool.end() }
    return createWorld({ database, ...(readUrl && { readUrl }) })
  }
  ;[one, other, plain] = await Promise.all([join(standby.url), join(standby.url), join()])
  lab = await openLab(plain)
  admin = await plain.person('管理员', { permissions: ['ADMIN'] })
}, 120_000)
afterAll(async () => {
  await Promise.all([one, other, plain].map((world) => world?.close()))
  await standby?.stop()
  await primary?.stop()
  for (const folder of [primaryDir, standbyDir]) rmSync(folder, { recursive: true, force: true })
})

const getReplica = (world: World): Replica => {
  const { replica } = world.app.deps
  if (!replica) throw new Error('this server has no replica')
  return replica
}
const isAsked = (replica: Replica) => replica.read(async (db) => db === replica.db)
async function onStandby(text: string): Promise<void> {
  const client = asSuperuser(standby.url)
  await client.connect()
  await client.query(text).finally(() => client.end())
}
/** Waits through several rests: a standby that starts again on a busy machine may be silent more than once. */
const settled = () => expect.poll(() => isAsked(getReplica(one)), { timeout: 60_000 }).toBe(true)

let made = 0
/** Writes at one server and reads the list at the other. */
async function expectOwnWrite(): Promise<void> {
  const name = `院系 ${++made}`
  await one.ok(admin, deptCalls.create, { body: { name, code: `R${made}`, kind: 'college' } })
  const { items } = await other.ok(admin, deptCalls.list, { query: { size: 1000 } })
  expect(items.map((d) => d.name)).toContain(name)
}

test('lists are asked of the standby, and whoever has just written reads it there', async () => {
  await settled()
  // On a busy machine the standby is late now and then, or silent for a second, after which it
  // is not used for a while.
  let most = 0
  for (let round = 0; round < 10 && most <= 60; round++) {
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, 2000))
    const before = await getReplica(other).look()
    for (let n = 0; n < 100; n++) await expectOwnWrite()
    most = (await getReplica(other).look()).answered - before.answered
  }
  expect(most).toBeGreaterThan(60)
  // Of the last round's reads some may have found it silent: it is up again after its rest.
  await expect
    .poll(() => getReplica(other).look())
    .toMatchObject({ up: true, lag: { bytes: expect.any(Number) as number } })
})

/** The content of a workbook without its file metadata, which contain the time of writing. */
async function readSheet(bytes: Buffer): Promise<unknown> {
  return (await readXlsx(bytes)).sheets.map((sheet) => sheet.rows)
}

/** Two answers of the same moment may show ages that differ a little. */
const APART_MS = 10_000
function readAnswer(body: string): { data: unknown; asOf: number[] } {
  const asOf: number[] = []
  const { data } = JSON.parse(body, (key, value: unknown) => {
    if (key !== 'asOf') return value
    asOf.push(Date.parse(String(value)))
    return undefined
  }) as { data: unknown }
  return { data, asOf }
}

test('every list, sum and file says the same with the standby as without, and writes nothing', async () => {
  await settled()
  const much = allCalls.map(({ call }) => call).filter(readsMuch)
  expect(much.length).toBeGreaterThan(180)
  let answered = 0
  let files = 0
  let statements = 0
  for (const call of much) {
    const params = Object.fromEntries(
      [...call.path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [
        key,
        key === 'deviceId' ? lab.deviceId : 1,
      ]),
    )
    const ask = (world: World) =>
      world.app.inject({ url: makeAddress(call, { params }), headers: { authorization: admin.token } })
    const before = await getReplica(one).look()
    const [here, there] = await Promise.all([ask(one), ask(plain)])
    expect([call.path, here.statusCode]).toEqual([call.path, there.statusCode])
    expect(here.statusCode, call.path).toBeLessThan(500)
    if (here.statusCode !== 200) continue
    answered++
    if (call.raw) {
      files++
      statements += (await getReplica(one).look()).answered - before.answered
      expect(await readSheet(here.rawPayload), call.path).toEqual(await readSheet(there.rawPayload))
      continue
    }
    const [answer, plainly] = [readAnswer(here.body), readAnswer(there.body)]
    expect(answer.data, call.path).toEqual(plainly.data)
    for (const [n, at] of plainly.asOf.entries())
      expect(Math.abs((answer.asOf[n] ?? 0) - at), call.path).toBeLessThan(APART_MS)
  }
  expect(answered).toBeGreaterThan(120)
  expect(files).toBeGreaterThan(40)
  expect(statements).toBeGreaterThan(files)
  expect((await plain.sql('select from exception_log')).length, 'faults on the way').toBe(0)
})

test('while the standby is late the primary answers, and what is kept is of this moment', async () => {
  await settled()
  await onStandby('select pg_wal_replay_pause()')
  const before = await getReplica(other).look()
  try {
    for (let n = 0; n < 5; n++) await expectOwnWrite()
    const names = defineCache<number>({ name: 'replica-test', title: '', tables: [], seconds: 600 })
    const count = () =>
      names.get({ deps: other.app.deps, db: getReplica(other).db }, 'all', async (db) => {
        const [row] = await run<{ n: number }>(db, 'select count(*)::int as n from dept', [])
        return row?.n ?? 0
      })
    const [there] = await plain.sql<{ n: number }>('select count(*)::int as n from dept')
    expect(await count()).toBe(there?.n)
    // A standby that a busy machine keeps silent for a second has told no position yet.
    await expect.poll(async () => (await getReplica(other).look()).lag?.bytes ?? 0).toBeGreaterThan(0)
    expect((await getReplica(other).look()).passed - before.passed).toBeGreaterThanOrEqual(5)
  } finally {
    await onStandby('select pg_wal_replay_resume()')
  }
  await settled()
  // The primary's own processes write now and then, too, and the standby has that a moment later.
  await expect.poll(async () => (await getReplica(other).look()).lag?.bytes).toBe(0)
})

test('a standby that says nothing any more holds up the first who asks only, for a second', async () => {
  await settled()
  const ask = async () => {
    const began = performance.now()
    await one.ok(admin, deptCalls.list)
    return performance.now() - began
  }
  await ask()
  // All its processes, including those of our connections.
  const pids = stopAll(standby.pid ?? 0)
  try {
    expect(await ask()).toBeLessThan(12_000)
    await expectWithin(1000, async () => void (await Promise.all([ask(), ask(), ask()])))
    expect((await getReplica(one).look()).up).toBe(false)
  } finally {
    for (const pid of pids) signal(pid, 'SIGCONT')
  }
  await settled()
})

test('a standby that is killed costs nobody an answer', async () => {
  await settled()
  let over = false
  const statuses = new Map<number, number>()
  const visitors = Array.from({ length: 6 }, async (_, n) => {
    while (!over) {
      const { status } = await (n % 2 ? one : other).send(admin, deptCalls.list)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  const countAnswers = () => statuses.get(200) ?? 0
  try {
    await expect.poll(countAnswers).toBeGreaterThan(20)
    process.kill(standby.pid ?? 0, 'SIGKILL')
    const before = countAnswers()
    await sleep(1500)
    await expect.poll(countAnswers).toBeGreaterThan(before + 20)
  } finally {
    over = true
    await Promise.all(visitors)
  }
  expect([...statuses.keys()]).toEqual([200])
  await settled() // the embedded PostgreSQL starts it again
})

test('a standby that comes back further behind than it was is not believed to be where it was', async () => {
  await expectOwnWrite()
  await settled()
  const { items: before } = await plain.ok(admin, deptCalls.list, { query: { size: 1000 } })
  const pid = standby.pid ?? 0
  // Everything since its last restart point is replayed again, delayed by an hour.
  await onStandby(`alter system set recovery_min_apply_delay = '1h'`)
  try {
    process.kill(pid, 'SIGKILL')
    await expect
      .poll(() =>
        onStandby('select 1').then(
          () => standby.pid !== pid,
          () => false,
        ),
      )
      .toBe(true)
    for (const world of [one, other]) {
      const { items } = await world.ok(admin, deptCalls.list, { query: { size: 1000 } })
      expect(items.map((d) => d.name)).toEqual(before.map((d) => d.name))
    }
  } finally {
    await onStandby('alter system reset recovery_min_apply_delay')
    await onStandby('select pg_reload_conf()')
  }
  await settled()
})

test('what does not follow this primary is never asked', async () => {
  const told: string[] = []
  const about = { pool: plain.database.pool, max: 2, tell: (message: string) => void told.push(message) }
  const itself = followPrimary({ ...about, url: primary.url })
  const nobody = followPrimary({ ...about, url: 'postgres://portal:x@127.0.0.1:1/portal' })
  const strangerDir = folderOfData('portal-stranger-')
  const stranger = await startEmbedded({ dataDir: strangerDir, log: silent })
  const another = followPrimary({ ...about, url: stranger.url })
  try {
    for (const replica of [itself, nobody, another]) {
      expect(await isAsked(replica)).toBe(false)
      expect(await isAsked(replica)).toBe(false)
      expect(await replica.look()).toMatchObject({ up: false, answered: 0, passed: 2 })
    }
    expect(told).toEqual([
      expect.stringContaining('follows no primary'),
      expect.stringContaining('ECONNREFUSED'),
      expect.stringContaining('does not follow the primary'),
    ])
  } finally {
    await Promise.all([itself, nobody, another].map((replica) => replica.close()))
    await stranger.stop()
    rmSync(strangerDir, { recursive: true, force: true })
  }
})

test('a standby that is made a primary is not asked any more', async () => {
  await settled()
  await onStandby('select pg_promote()')
  await expectOwnWrite()
  expect((await getReplica(other).look()).up).toBe(false)
})

/** Sends a signal to a process that may have ended since it was listed. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'ESRCH') throw e
  }
}

/**
 * Stops a process and all its descendants; returns their pids. Each is stopped before its children are
 * listed: stopped, it makes no more of them, and does not clear away one that ends, whose folder in /proc
 * would be gone.
 */
function stopAll(pid: number): number[] {
  signal(pid, 'SIGSTOP')
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return [pid, ...children.flatMap((child) => stopAll(Number(child)))]
}
