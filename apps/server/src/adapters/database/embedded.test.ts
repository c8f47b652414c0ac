import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findPrograms } from './binaries.ts'
import { startEmbedded, type Embedded } from './embedded.ts'
import { clearLeftovers } from './leftovers.ts'

// The folder is mode 0700 and belongs to the user that runs this test: as root, PostgreSQL's user
// could not enter it by itself.
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'portal-embedded-'))
const home = path.join(dataDir, 'postgres')
const said: string[] = []
const log = {
  info: () => {},
  warn: (m: string) => void said.push(m),
  error: (m: string) => void said.push(m),
}
const start = () => startEmbedded({ dataDir, log })

let server: Embedded | undefined
const running = () => {
  if (!server) throw new Error('not started')
  return server
}
beforeAll(async () => {
  server = await start()
  await query('create table kept (n int)')
}, 60_000)
afterEach(() => void said.splice(0))
afterAll(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: running().url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}
const pidOnDisk = () => Number(readFileSync(path.join(home, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])
const kept = async () => (await query<{ n: number }>('select n from kept order by n')).map(({ n }) => n)

test('is durable, knows Chinese, makes nobody a superuser and listens on no network', async () => {
  const [row] = await query(`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync, current_setting('listen_addresses') as listen,
      rolsuper as super, '电子显微镜' ~ '^\\w+$' as letters, lower('ÄÖ') as lower from pg_roles where rolname = current_user`)
  expect(row).toEqual({ fsync: 'on', sync: 'on', listen: '', super: false, letters: true, lower: 'äö' })
  await query('create extension pg_trgm; create extension btree_gist') // the owner may create them
  expect(statSync(path.join(home, 'password')).mode & 0o777).toBe(0o600)
  expect(statSync(home).mode & 0o777).toBe(0o700)
  // As root, PostgreSQL's group may pass through the folder above; no other user may.
  expect(statSync(dataDir).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o710 : 0o700)
})

test('kill -9 of PostgreSQL: started again at the same address, what was committed is there', async () => {
  await query('insert into kept values (1)')
  const crashes: string[] = []
  running().onCrash((reason) => crashes.push(reason))
  const before = running().pid
  const busy = query('select pg_sleep(60)').catch((error: Error) => error.message)
  // Until it runs it may still be connecting, and would be refused instead of broken off.
  await expect.poll(() => query(`select from pg_stat_activity where wait_event = 'PgSleep'`)).toHaveLength(1)
  process.kill(pidOnDisk(), 'SIGKILL')
  expect(await busy).toMatch(/terminat/)
  // How long a recovery takes depends on the machine.
  await expect.poll(kept, { timeout: 90_000 }).toEqual([1])
  expect(crashes).toEqual(['SIGKILL'])
  expect(running().pid).not.toBe(before)
}, 120_000)

test('the folder has one server at a time', async () => {
  await expect(start()).rejects.toThrow(
    `is in use by another server (process ${process.pid}); stop it or choose another DATA_DIR.`,
  )
  expect(await kept()).toEqual([1])
})

test('a pid file that names a living stranger, and a PostgreSQL nobody watches, do not keep it from starting', async () => {
  await running().stop()
  server = undefined
  expect(readFileSync(path.join(home, 'lock'), 'utf8'), 'a server that has ended holds nothing').toBe('')
  writeFileSync(path.join(home, 'cluster/postmaster.pid'), `${process.pid}\n${path.join(home, 'cluster')}\n`)
  server = await start()
  expect(await kept()).toEqual([1])
  await running().stop()

  const orphan = startOrphan()
  server = await start()
  expect(said.join()).toContain(`stopping the PostgreSQL left behind by a killed server (process ${orphan})`)
  await query('insert into kept values (2)')
  expect(await kept()).toEqual([1, 2])
}, 120_000)

test('one that hears no more, as PostgreSQL 18 does when it is told to stop while it recovers, holds nobody up', async () => {
  await running().stop()
  server = undefined
  process.kill(startOrphan(), 'SIGSTOP')
  // Only this pause of a restart is fixed; how long the start itself takes depends on the machine.
  const from = performance.now()
  await clearLeftovers(path.join(home, 'cluster'), log.warn)
  expect(performance.now() - from).toBeLessThan(20_000)
  server = await start()
  expect(await kept()).toEqual([1, 2])
}, 120_000)

/**
 * Starts a PostgreSQL on our folder whose parent then ends, as after `kill -9` of a server
 * without `setpriv --pdeathsig`.
 */
function startOrphan(): number {
  const { uid, gid } = statSync(home)
  const asOwner =
    process.getuid?.() === 0 ? ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'] : []
  const through =
    process.getuid?.() === 0
      ? ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search', '--securebits=+no_setuid_fixup']
      : []
  const postgres = [
    findPrograms().postgres,
    '-D',
    path.join(home, 'cluster'),
    '-c',
    `unix_socket_directories=${home}`,
    '-c',
    'listen_addresses=',
  ]
  const quoted = ['setpriv', ...asOwner, ...through, ...postgres].map((word) => `'${word}'`).join(' ')
  const pidFile = path.join(home, 'cluster/postmaster.pid')
  spawnSync(
    'sh',
    [
      '-c',
      `setsid ${quoted} >/dev/null 2>&1 & until grep -q ready '${pidFile}' 2>/dev/null; do sleep 0.05; done`,
    ],
    { timeout: 20_000 },
  )
  return pidOnDisk()
}
