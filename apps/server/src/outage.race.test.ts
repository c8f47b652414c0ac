import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { makeAddress } from '@portal/contract/kernel/call'
import { monitorCalls } from '@portal/contract/monitor/monitor'
import { sessionCalls } from '@portal/contract/session/session'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPlainly } from './adapters/database/connect.ts'
import { startEmbedded, type Embedded } from './adapters/database/embedded.ts'
import { migrate } from './adapters/database/migrate.ts'
import { createPool } from './kernel/db.ts'
import { folderOfData } from './testing/folder.ts'
import { openLab, type OpenLab } from './testing/open-lab.ts'
import { relayTo, type Relay } from './testing/relay.ts'
import { startServer, type ServerProcess } from './testing/server.ts'
import { createWorld, type World } from './testing/world.ts'

// People pay in at a server whose database is broken fifty times, in several ways. The server stays up,
// everybody gets an answer, no answer is a 500, and every payment that was confirmed is there, once.

const PEOPLE = 6
const ROUNDS = 10
/**
 * Seconds from PostgreSQL's first answer: half of the recoveries take at most BACK_WITHIN, each at most
 * NEVER_LONGER, because a busy machine delays some.
 */
const BACK_WITHIN = 2
const NEVER_LONGER = 30

const dataDir = folderOfData('portal-outage-')
const silent = { info() {}, warn() {}, error() {} }
let postgres: Embedded
let relay: Relay
let world: World
let lab: OpenLab
let server: ServerProcess
let cards: number[]

beforeAll(async () => {
  postgres = await startEmbedded({ dataDir, log: silent })
  const client = await connectPlainly(postgres.url)
  await migrate(client)
  await client.end()
  const pool = createPool(postgres.url, 5, 'portal test')
  world = await createWorld({ database: { url: postgres.url, pool, drop: () => pool.end() } })
  lab = await openLab(world)
  cards = await Promise.all(Array.from({ length: PEOPLE }, () => lab.card(lab.payer, 0)))
  const url = new URL(postgres.url)
  relay = await relayTo(`${url.searchParams.get('host')}/.s.PGSQL.5432`)
  url.port = String(relay.port)
  url.hostname = '127.0.0.1'
  url.searchParams.delete('host')
  server = await startServer(url.href)
}, 120_000)
afterAll(async () => {
  await server?.killAtOnce()
  await relay?.close()
  await world?.close()
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/**
 * Runs a statement of the test directly, not through relay and server; undefined while
 * PostgreSQL is unavailable.
 */
async function direct<Row extends pg.QueryResultRow>(text: string): Promise<Row[] | undefined> {
  const client = new pg.Client({ connectionString: postgres.url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } catch {
    return undefined
  } finally {
    void client.end().catch(() => undefined)
  }
}
async function postgresIsBack(): Promise<void> {
  while (!(await direct('select 1'))) await sleep(10)
}

interface Answer {
  status: number
  body: { code: number | string; message: string; requestId: string }
}
async function send(
  method: string,
  path: string,
  token: string,
  payload?: object,
  key?: string,
): Promise<Answer> {
  const headers = {
    authorization: token,
    ...(payload && { 'content-type': 'application/json' }),
    ...(key && { 'idempotency-key': key }),
  }
  const response = await fetch(server.address + path, {
    method,
    headers,
    ...(payload && { body: JSON.stringify(payload) }),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

test(
  'fifty faults of the database: nobody is left without an answer, nothing told is lost, and it recovers by itself',
  { timeout: 240_000 },
  async () => {
    /**
     * Payments that were confirmed (`told`), and those that only got 503, which may have
     * happened or not (`untold`).
     */
    const told = new Set<string>()
    const untold = new Set<string>()
    const wrong: string[] = []
    let over = false
    let lastGood = 0
    let refused = 0

    /** Null: the database was unavailable. Any other answer but success is recorded as wrong. */
    async function heard(what: string, ask: () => Promise<Answer>): Promise<Answer | null> {
      const began = performance.now()
      const answer = await ask().catch((e: unknown) => String(e))
      if (typeof answer === 'string') wrong.push(`${what}: ${answer}`)
      else if (answer.status === 200) {
        lastGood = Math.max(lastGood, began)
        return answer
      } else if (
        answer.status !== 503 ||
        answer.body.code !== 'UNAVAILABLE' ||
        !/[\u4e00-\u9fff]/.test(answer.body.message) ||
        !answer.body.requestId
      )
        wrong.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
      refused++
      await sleep(20)
      return null
    }
    const payIn = (n: number, reason: string, key?: string) =>
      heard('top-up', () =>
        send(
          'POST',
          makeAddress(fundCardCalls.topUp, { params: { id: cards[n] ?? 0 } }),
          lab.finance.token,
          { amountFen: 1, reason },
          key,
        ),
      )

    async function visitor(n: number): Promise<void> {
      for (let i = 0; !over; i++) {
        const reason = `${n}-${i}`
        if (i % 2) {
          // With a key, a try without an answer is repeated until one comes; it must count once.
          while (!(await payIn(n, reason, `key-${reason}-of-visitor`)))
            if (!server.isUp() || wrong.length > 20) return
          told.add(reason)
        } else if (await payIn(n, reason)) told.add(reason)
        else untold.add(reason)
        await heard('card', () =>
          send('GET', makeAddress(fundCardCalls.get, { params: { id: cards[n] ?? 0 } }), lab.finance.token),
        )
        if (!server.isUp() || wrong.length > 20) return
      }
    }

    const stream = await fetch(`${server.address}/api/v2/live?topics=me`, {
      headers: { authorization: lab.booker.token },
    })
    const news: string[] = []
    const listening = (async () => {
      for await (const text of stream.body!.pipeThrough(new TextDecoderStream()))
        news.push(...[...text.matchAll(/^data: (.*)$/gm)].map((m) => m[1] ?? ''))
      news.push('ended')
    })().catch(() => news.push('broken'))

    const signal = (pid: number | undefined, name: NodeJS.Signals): boolean => {
      try {
        return pid !== undefined && process.kill(pid, name)
      } catch {
        return false // the process has just ended
      }
    }
    const ENDS = ['SIGKILL', 'SIGQUIT', 'SIGINT'] as const
    /** Each returns whether it has hit anything: right after the one before there may be nothing yet. */
    const faults: ((round: number) => Promise<boolean> | boolean)[] = [
      // A connection is reset, then all of them.
      (round) => relay.reset(round) > 0,
      () => relay.reset() > 0,
      // A backend is killed: PostgreSQL closes all connections and recovers.
      async () =>
        signal(
          (
            await direct<{ pid: number }>(
              `select pid from pg_stat_activity where application_name = 'portal' order by state = 'active' desc, pid`,
            )
          )?.[0]?.pid,
          'SIGKILL',
        ),
      // All sessions are ended, as by an administrator.
      async () =>
        Boolean(
          (
            await direct(
              `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'portal%' and pid <> pg_backend_pid()`,
            )
          )?.length,
        ),
      // PostgreSQL itself is killed, stopped at once, or shut down in order.
      (round) => signal(postgres.pid, ENDS[round % ENDS.length] ?? 'SIGKILL'),
    ]
    const recoveries: number[] = []
    async function wreck(): Promise<void> {
      for (let round = 0; round < ROUNDS; round++) {
        for (const fault of faults) {
          while (server.isUp() && !(await fault(round))) await sleep(10)
          await sleep(5) // the outage has begun
          await postgresIsBack()
          const from = performance.now()
          while (lastGood < from) {
            if (!server.isUp() || wrong.length > 20) return
            await sleep(10)
          }
          recoveries.push((performance.now() - from) / 1000)
        }
      }
    }
    const people = Array.from({ length: PEOPLE }, (_, n) => visitor(n))
    await Promise.all([wreck().finally(() => (over = true)), ...people])

    expect(wrong).toEqual([])
    expect(server.isUp()).toBe(true)
    expect(recoveries).toHaveLength(ROUNDS * faults.length)
    expect(refused, 'the faults hit somebody').toBeGreaterThan(10)
    const took = `seconds: ${recoveries.map((s) => s.toFixed(2)).join(' ')}`
    expect(recoveries.filter((s) => s > BACK_WITHIN).length, took).toBeLessThanOrEqual(recoveries.length / 2)
    expect(Math.max(...recoveries), took).toBeLessThanOrEqual(NEVER_LONGER)

    const there = await direct<{ note: string; times: number }>(
      `select note, count(*)::int as times from ledger_entry group by note`,
    )
    const times = new Map(there?.map((row) => [row.note, row.times]))
    expect([...told].filter((reason) => times.get(reason) !== 1)).toEqual([])
    expect([...times].filter(([reason, n]) => n !== 1 || !(told.has(reason) || untold.has(reason)))).toEqual(
      [],
    )
    expect(told.size).toBeGreaterThan(recoveries.length)
    // A short outage is no bug, so nothing is in the exception log.
    expect(await direct('select call, message, times from exception_log')).toEqual([])

    // Work beside the requests also recovers: live notifications, caches, timed work.
    expect(news.filter((each) => each !== '*')).toEqual([])
    const heardNews = () =>
      direct(`select pg_notify('portal_live', 'user:${lab.booker.id}')`).then(() => news)
    // A try to listen again that hangs is given up after five seconds (kernel/live.ts).
    await expect.poll(heardNews, { timeout: 30_000 }).toContain('me')
    await direct(`delete from session where user_id = ${lab.finance.id}`)
    await expect
      .poll(() => send('GET', sessionCalls.current.path, lab.finance.token).then((a) => a.status), {
        timeout: 10_000,
      })
      .toBe(401)
    // 409 while a scheduled run waits, behind a dozen others, on a busy machine. Asked only a few times: a
    // client that asks two hundred times in ten seconds is refused by the rate limit.
    const runJob = makeAddress(monitorCalls.runJob, { params: { name: 'outbox-deliver' } })
    await expect
      .poll(() => send('POST', runJob, lab.sysadmin.token, {}).then((a) => a.status), {
        interval: 500,
        timeout: 60_000,
      })
      .toBe(200)
    await expect
      .poll(
        () =>
          direct(
            `select from job_run where job = 'outbox-deliver' and asked_by is not null and ended_at is not null and error is null`,
          ),
        { timeout: 60_000 },
      )
      .toHaveLength(1)
    await server.killAtOnce()
    await listening
  },
)
