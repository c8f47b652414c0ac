import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { gateMonitorCalls } from '@portal/contract/gate-monitor/gate-monitor'
import { startEmbedded } from '../apps/server/src/adapters/database/embedded.ts'
import { migrate } from '../apps/server/src/adapters/database/migrate.ts'
import { buildApp } from '../apps/server/src/app.ts'
import { fillDemo } from '../apps/server/src/demo/fill.ts'
import { createPool } from '../apps/server/src/kernel/db.ts'
import { readEnv } from '../apps/server/src/kernel/env.ts'
import { inTransaction } from '../apps/server/src/kernel/jobs.ts'
import { giveCredentials } from '../apps/server/src/modules/iot/iot.service.ts'
import type { Credentials } from '../apps/server/src/simulator/gateway.ts'
import { hasMosquitto, startMosquitto } from '../apps/server/src/testing/mosquitto.ts'
import { connectAsync } from 'mqtt'
import { makeWords, pour, startBare } from './gates/ingest.ts'
import { countBothEnds, type Sql } from './gates/count.ts'
import { CARD, type Order, type State } from './gates/gateways.ts'
import { makeRows, ms, type Latency, type Waited } from './gates/table.ts'
import { Connection, load, once, requestBytes } from './load.ts'
import { readTicks, residentMb, TICKS_PER_SECOND } from './process.ts'
import { signIn, startServer, type Server } from './product.ts'
import { machine, printTable, writeReport } from './report.ts'
import flags from '../scripts/server-flags.json' with { type: 'json' }

// npm run bench:gates [-- [--minutes 10] [--gateways 1000] [--outage 60] [--write]]: the portal with
// mosquitto and a thousand gateways of five sub-devices that send two thousand readings a second. Then the
// server is killed, the broker is restarted, and a third of the gateways is cut off for a minute. Messages
// are counted at both ends. `--write`: writes the result into docs/bench.md.

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    gateways: { type: 'string', default: '1000' },
    outage: { type: 'string', default: '60' },
    write: { type: 'boolean', default: false },
  },
})
const MINUTES = Number(values.minutes)
const GATEWAYS = Number(values.gateways)
const OUTAGE_S = Number(values.outage)
/** Interval of the readings of four of a gateway's five sub-devices: 2,000 a second for 1,000 gateways. */
const EVERY_MS = 2000
const SHOWN_PER_SECOND = 10
const QUIET_S = 20
const COMMANDS = 200

if (!hasMosquitto) {
  console.error('mosquitto is not installed (/usr/sbin/mosquitto): apt-get install mosquitto')
  process.exit(1)
}
const log = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)
const folder = mkdtempSync(join(tmpdir(), 'portal-gates-'))
const silent = { info: () => undefined, warn: log, error: log }
const postgres = await startEmbedded({ dataDir: join(folder, 'database'), log: silent })
const client = new pg.Client({ connectionString: postgres.url })
await client.connect()
const sql: Sql = async <Row extends object>(text: string, given: unknown[] = []) =>
  (await client.query<Row>(text, given)).rows
const mosquitto = await startMosquitto()
/** The process of the simulated gateways. */
let generator = 0
let random = 1
const closing: (() => Promise<unknown>)[] = []
let isClosing = false
const closeAll = async () => {
  if (isClosing) return
  isClosing = true
  for (const close of closing.toReversed()) await close()
  await mosquitto.close()
  await client.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.once('SIGINT', () => void closeAll().then(() => process.exit(130)))
process.once('SIGTERM', () => void closeAll().then(() => process.exit(143)))
try {
  await measure()
} finally {
  await closeAll()
}

async function measure(): Promise<void> {
  log('a demo campus, and its gateways …')
  await migrate(client)
  const pool = createPool(postgres.url, 4, 'bench')
  const SECRET_KEY = randomBytes(24).toString('base64url')
  await fillDemo(pool, {
    tz: 'Asia/Shanghai',
    counts: { devices: 500, bookings: 1000, labs: 30, users: 300 },
  })
  const credentials = await makeGateways(pool, SECRET_KEY)
  await pool.end()
  await client.query('analyze')
  mosquitto.admit(credentials)

  const startPortal = (): Promise<Server> =>
    startServer(
      'apps/server/dist/bundle/main.js',
      {
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        DATA_DIR: folder,
        DATABASE_URL: postgres.url,
        DEMO: '1',
        RATE_LIMIT: '100000000',
        SECRET_KEY,
        MQTT_URL: mosquitto.url,
      },
      { nodeFlags: flags },
    )
  let portal = await startPortal()
  closing.push(() => portal.stop())
  let token = await signIn(portal.port, 'sysadmin')
  const gateways = startGateways()
  closing.push(async () => gateways.end())
  log(`${GATEWAYS} gateways come …`)
  await gateways.tell({ do: 'start', url: mosquitto.address, credentials })
  await until('every gateway has its list', async () => {
    const { gateways: all } = await gateways.tell({ do: 'state' })
    return all.every((g) => g.opens)
  })
  const doors = (
    await sql<{ id: string }>(
      `select id from iot_sub_device where kind = 'door' and gateway_id = any($1)
        order by gateway_id`,
      [credentials.map((c) => c.gatewayId)],
    )
  ).map((d) => Number(d.id))
  await sleep(5000)

  log('alone …')
  // A server that has just started plans its statements again on each connection, so warm it up first.
  await ownCalls(portal.port, token, 5)
  await command(portal.port, token, doors, 50, 20)
  const ownAlone = await ownCalls(portal.port, token, QUIET_S)
  const alone = sumUp(await command(portal.port, token, doors, COMMANDS, 20))

  log(`a command alone: ${ms(alone.given)}; from the call: ${ms(alone.asked)}`)
  log(`${MINUTES} minutes of readings …`)
  const before = { at: performance.now(), cpu: usage(portal.pid), ...(await count()) }
  await gateways.tell({ do: 'read', everyMs: EVERY_MS })
  await gateways.tell({ do: 'show', perSecond: SHOWN_PER_SECOND })
  const held: number[] = []
  const loads: number[] = []
  const watch = setInterval(
    () => {
      held.push(residentMb(portal.pid))
      loads.push(loadavg()[0] ?? 0)
    },
    (MINUTES * 60_000) / 20,
  )
  await sleep(Math.min(20_000, MINUTES * 15_000))
  const ownBeside = await ownCalls(portal.port, token, QUIET_S)
  const end = before.at + MINUTES * 60_000
  const times: Waits[] = []
  while (performance.now() < end) times.push(...(await command(portal.port, token, doors, 50, 50)))
  const beside = sumUp(times)
  clearInterval(watch)
  const seconds = (performance.now() - before.at) / 1000
  const after = await count()
  const rate = (after.readings - before.readings) / seconds
  const cpu = findCpu(before.cpu, usage(portal.pid), seconds)
  const settledLoad = await settle(gateways)

  log('the server is killed …')
  process.kill(portal.pid, 'SIGKILL')
  await sleep(5000)
  portal = await startPortal()
  token = await signIn(portal.port, 'sysadmin')
  await sleep(10_000)
  const afterKill = await settle(gateways)

  log('the broker is killed …')
  await mosquitto.kill()
  await sleep(5000)
  await mosquitto.start()
  await sleep(10_000)
  const afterBroker = await settle(gateways)

  const third = Math.floor(GATEWAYS / 3)
  log(`${third} gateways are cut off for ${OUTAGE_S} s …`)
  await gateways.tell({ do: 'cut', first: third })
  // During the outage the grants of a door at the first of the cut-off gateways are withdrawn.
  await sql(
    `update iot_grant set withdrawn_at = now(), withdraw_reason = 'bench', withdrawn_by = granted_by
      where sub_device_id = $1`,
    [doors[0]],
  )
  await sql('insert into iot_stale (gateway_id) values ($1)', [credentials[0]?.gatewayId])
  await sleep(OUTAGE_S * 1000)
  const cutOff = (await gateways.tell({ do: 'state' })).gateways
  const stillOpens = cutOff.slice(0, third).every((g) => g.opens)
  await gateways.tell({ do: 'mend', first: third })
  await sleep(5000)
  const afterCut = await settle(gateways)
  const withdrawn = afterCut.state.gateways[0]?.opens === false
  const others = afterCut.state.gateways.slice(1).every((g) => g.opens)

  log('counting …')
  const counted = await countBothEnds(sql, afterCut.state)
  await gateways.tell({ do: 'read', everyMs: 0 })
  await gateways.tell({ do: 'show', perSecond: 0 })
  gateways.end()
  const month = await curveOfMonth(portal.port, token)
  const wall = await wallBytes(portal.port)
  const ingested = await ingest(credentials, portal)
  const rows = makeRows({
    gateways: GATEWAYS,
    minutes: MINUTES,
    everyMs: EVERY_MS,
    rate,
    counted,
    alone,
    beside,
    ownAlone,
    ownBeside,
    held,
    settled: [settledLoad, afterKill, afterBroker, afterCut].map((s) => s.seconds),
    stillOpens,
    withdrawn,
    others,
    ingested,
    month,
    wall,
  })
  report(rows, cpu, loads)
}

/** Prints the table and, if asked to, writes it into the page; the exit code tells whether all was reached. */
function report(rows: string[][], cpu: string, loads: readonly number[]): void {
  const mean = loads.reduce((sum, l) => sum + l, 0) / loads.length
  const [least, most] = [Math.min(...loads).toFixed(1), Math.max(...loads).toFixed(1)]
  const head = [
    `${machine()}, mosquitto of Debian.`,
    `Processors used meanwhile (of ${cpus().length}): ${cpu}.`,
    `Load of the machine ${least} to ${most}, mean ${mean.toFixed(1)}.`,
  ].join(' ')
  const table = printTable(['work', 'figure', 'target', 'reached'], rows)
  console.log(`${head}\n\n${table}`)
  if (values.write) writeReport('bench-gates', [head, table])
  if (rows.some((r) => r[3] === 'no')) process.exitCode = 1
}

/** Stops the readings, waits until the gateways know that all of them are stored, and lets them go on. */
async function settle(gateways: Gateways): Promise<{ seconds: number; state: State }> {
  const begin = performance.now()
  await gateways.tell({ do: 'read', everyMs: 0 })
  await gateways.tell({ do: 'show', perSecond: 0 })
  let state!: State
  await until('everything is confirmed', async () => {
    state = await gateways.tell({ do: 'state' })
    return state.gateways.every((g) => g.confirmed === g.said && g.waiting === 0)
  })
  const took = (performance.now() - begin) / 1000
  await gateways.tell({ do: 'read', everyMs: EVERY_MS })
  await gateways.tell({ do: 'show', perSecond: SHOWN_PER_SECOND })
  if (state.gateways.length === 0) throw new Error('no gateway answers')
  return { seconds: took, state }
}

async function count() {
  const [row] = await sql<{ readings: number }>('select count(*)::int as readings from iot_reading')
  return { readings: row?.readings ?? 0 }
}

/** Measures both writers, three times each; only one runs at a time. */
async function ingest(
  credentials: readonly Credentials[],
  portal: Server,
): Promise<{ portal: number; bare: number }> {
  const some = credentials.slice(0, Math.min(500, GATEWAYS))
  // The bench sends for all gateways with the portal's account, which the broker's ACL allows here.
  const said = new Map(
    (
      await sql<{ id: string; seq: string }>(
        'select id, reading_seq as seq from iot_gateway where id = any($1)',
        [some.map((c) => c.gatewayId)],
      )
    ).map((g) => [Number(g.id), Number(g.seq)]),
  )
  const client = await connectAsync(mosquitto.all)
  const rates = { portal: [] as number[], bare: [] as number[] }
  const countRows = (table: string) => async () =>
    (await sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? 0
  for (let round = 0; round < 3; round++) {
    const words = makeWords(some, 20, (id) => said.get(id) ?? 0)
    for (const [id, seq] of said) said.set(id, seq + 20)
    await sql('truncate iot_reading')
    rates.portal.push(await pour(client, words, countRows('iot_reading')))
  }
  await portal.stop()
  const bare = await startBare(mosquitto.all, postgres.url)
  for (let round = 0; round < 3; round++) {
    const words = makeWords(some, 20, (id) => said.get(id) ?? 0)
    await sql('truncate bare_reading')
    rates.bare.push(await pour(client, words, countRows('bare_reading')))
  }
  await bare.stop()
  await client.endAsync(true)
  const median = (of: number[]) => of.toSorted((a, b) => a - b)[1] ?? Number.NaN
  return { portal: median(rates.portal), bare: median(rates.bare) }
}

/** Creates gateways as the office would, each with the account it would have got for its code. */
async function makeGateways(pool: pg.Pool, SECRET_KEY: string): Promise<Credentials[]> {
  const env = readEnv({ DATABASE_URL: postgres.url, DATA_DIR: folder, LOG_LEVEL: 'silent', SECRET_KEY })
  const app = await buildApp({ env, pool })
  const made = await sql<{ id: string }>(
    `with device as (select n, (array_agg(d.id))[1 + n % count(d.id)] as id from device d,
        generate_series(1, $1) n group by n),
      g as (insert into iot_gateway (name, created_by, hardware)
        select '压测网关' || n, (select min(id) from user_account), 'BENCH-' || n
        from generate_series(1, $1) n returning id, hardware),
      s as (insert into iot_sub_device (gateway_id, number, kind, name, device_id)
        select g.id, k.number, k.kind, k.name || g.id, d.id
        from g join device d on 'BENCH-' || d.n = g.hardware,
          (values (1, 'door', '门'), (2, 'air_switch', '开关'), (3, 'meter', '表'), (4, 'meter', '总表'),
            (5, 'climate', '温湿度')) k(number, kind, name)
        returning id, kind)
    , p as (insert into iot_card (number, user_id, bound_by, bound_at)
        select $2, min(id), min(id), now() from user_account returning user_id)
    , t as (insert into iot_grant (sub_device_id, kind, user_id, from_at, reason, granted_by, granted_at)
        select s.id, 'permanent', p.user_id, now() - interval '1 hour', 'bench', p.user_id, now()
        from s, p where s.kind = 'door')
    select id from g order by id`,
    [GATEWAYS, CARD],
  )
  const credentials: Credentials[] = []
  for (const { id } of made)
    credentials.push(
      await inTransaction(app.deps, 'bench', new Date(), async (ctx) => {
        const given = await giveCredentials(
          ctx,
          { id: Number(id) },
          { hardware: 'BENCH', firmware: 'sim-1.0' },
        )
        if (!given) throw new Error(`gateway ${id} cannot enrol`)
        return given
      }),
    )
  await app.close()
  return credentials
}

type Gateways = ReturnType<typeof startGateways>
function startGateways() {
  const child = fork(new URL('gates/gateways.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, { resolve: (s: State) => void; reject: (e: Error) => void }>()
  let next = 0
  child.on('message', ({ id, answer, error }: { id: number; answer?: State; error?: string }) => {
    const who = waiting.get(id)
    waiting.delete(id)
    if (answer) who?.resolve(answer)
    else who?.reject(new Error(error))
  })
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the gateways ended: ${code}`))
  })
  generator = child.pid ?? 0
  return {
    tell: (order: Order) =>
      new Promise<State>((resolve, reject) => {
        const id = ++next
        waiting.set(id, { resolve, reject })
        child.send({ id, order })
      }),
    end: () => void child.kill(),
  }
}

function pick<T>(from: readonly T[]): T {
  random = (random * 48_271) % 2_147_483_647
  return from[random % from.length] as T
}
/**
 * Milliseconds until the gateway's answer is in the database, polled each millisecond: `asked` since the call
 * to the portal, `given` since the portal's reply that the command is given.
 */
interface Waits {
  asked: number
  given: number
}
async function command(port: number, token: string, doors: readonly number[], n: number, pauseMs: number) {
  const times: Waits[] = []
  // One keep-alive connection, as in a browser.
  const connection = await Connection.open(port)
  for (let i = 0; i < n; i++) {
    const begin = performance.now()
    const answer = await connection.send(
      requestBytes('POST', `/api/v2/iot/units/${pick(doors)}/command`, {
        token,
        body: { what: 'open', reason: 'bench' },
      }),
    )
    if (answer.status !== 200) throw new Error(`command: ${answer.status} ${answer.body}`)
    const given = performance.now()
    const { data } = JSON.parse(answer.body) as { data: { id: number } }
    for (;;) {
      const [row] = await sql<{ done: boolean | null }>('select done from iot_command where id = $1', [
        data.id,
      ])
      if (row?.done !== null) break
      if (performance.now() - begin > 20_000) break
      await sleep(1)
    }
    const now = performance.now()
    times.push({ asked: now - begin, given: now - given })
    await sleep(pauseMs)
  }
  connection.close()
  return times
}
function percentiles(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (p: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}
function sumUp(times: readonly Waits[]): Waited {
  return { asked: percentiles(times.map((t) => t.asked)), given: percentiles(times.map((t) => t.given)) }
}

/** Simulates four people who look at each answer for a fifth of a second before the next request. */
async function ownCalls(port: number, token: string, seconds: number) {
  const devices = (await sql<{ id: string }>('select id from device order by id limit 200')).map((d) => d.id)
  const from = new Date(Date.now() - 86_400_000).toISOString()
  const to = new Date(Date.now() + 6 * 86_400_000).toISOString()
  const of = (i: number) => devices[i % devices.length] ?? '1'
  const paths = [
    (i: number) => `/api/v2/device/info/${of(i)}`,
    (i: number) => `/api/v2/booking/week?${new URLSearchParams({ deviceId: of(i), from, to }).toString()}`,
    () => '/api/v2/home',
    (i: number) => `/api/v2/iot/units?page=${1 + (i % 20)}`,
  ]
  return load({
    port,
    clients: 4,
    seconds,
    pauseMs: 200,
    request: (i) => requestBytes('GET', (paths[i % paths.length] as (typeof paths)[0])(i), { token }),
    check: (answer, i) => {
      if (answer.status !== 200)
        throw new Error(`own call ${i % paths.length}: ${answer.status} ${answer.body}`)
    },
  })
}

async function curveOfMonth(port: number, token: string) {
  const meters = (
    await sql<{ id: string }>(`select id from iot_sub_device where kind = 'meter' order by id limit 500`)
  ).map((m) => Number(m.id))
  await sql(`select iot_part_of('iot_reading_hour', m) from generate_series(now() - interval '31 days', now(),
    '15 days') m`)
  await sql(
    `insert into iot_reading_hour (sub_device_id, at, count, watts, watts_most, kwh)
      select id, at, 120, 400, 900, 100 from unnest($1::int8[]) id,
        generate_series(date_trunc('hour', now()) - interval '30 days',
          date_trunc('hour', now()) - interval '2 hours', '1 hour') at on conflict do nothing`,
    [meters],
  )
  await sql('analyze iot_reading_hour')
  return load({
    port,
    clients: 4,
    seconds: 10,
    request: (i) =>
      requestBytes('GET', `/api/v2/iot/units/${meters[i % meters.length]}/curve?span=month`, { token }),
    check: (answer) => {
      if (answer.status !== 200) throw new Error(`curve: ${answer.status} ${answer.body}`)
    },
  })
}
async function wallBytes(port: number): Promise<number> {
  await sql('update gate_wall_setting set enabled = true')
  await sleep(3000)
  const answer = await once(port, requestBytes('GET', gateMonitorCalls.wall.path))
  if (answer.status !== 200) throw new Error(`wall: ${answer.status} ${answer.body}`)
  return answer.bytes
}

async function until(what: string, is: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (await is()) return
    await sleep(250)
  }
  throw new Error(`never came: ${what}`)
}

function ticks(pid: number): number {
  return readTicks(pid)?.own ?? 0
}
function usage(portal: number) {
  const machineTicks = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
    .split(/\s+/)
    .slice(1)
    .map(Number)
  const busy = machineTicks.reduce((sum, t, i) => (i === 3 || i === 4 ? sum : sum + t), 0)
  return {
    busy,
    portal: ticks(portal),
    mosquitto: ticks(mosquitto.pid()),
    gateways: generator ? ticks(generator) : 0,
  }
}
function findCpu(a: ReturnType<typeof usage>, b: ReturnType<typeof usage>, seconds: number): string {
  const share = (t: number) => (t / TICKS_PER_SECOND / seconds).toFixed(2)
  return [
    `all of the machine’s ${share(b.busy - a.busy)}, of which the server ${share(b.portal - a.portal)}`,
    `simulated gateways ${share(b.gateways - a.gateways)}`,
    `mosquitto ${share(b.mosquitto - a.mosquitto)}`,
  ].join(', ')
}
