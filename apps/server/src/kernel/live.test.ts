import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { relayTo } from '../testing/relay.ts'
import { createPool, onOwnChange, poolDb, run, transaction } from './db.ts'
import { createLive, type Live } from './live.ts'

let db: TestDatabase
let here: Live
let there: Live
beforeAll(async () => {
  db = await testDatabase()
  here = createLive(db.pool, () => undefined)
  there = createLive(db.pool, () => undefined)
  await Promise.all([listening(here), listening(there)])
})
afterAll(async () => {
  await Promise.all([here.close(), there.close()])
  await db.drop()
})

/**
 * Waits until the process listens: before that it hears at most that anything may have
 * changed, and no topic by name.
 */
async function listening(live: Live): Promise<void> {
  const topics = new Set<string>()
  const stop = live.subscribe(['device:0'], (t) => topics.add(t))
  const isHeard = () => {
    live.publish('device:0')
    expect(topics).toContain('device:0')
  }
  await vi.waitFor(isHeard, { timeout: 15_000, interval: 30 })
  stop()
}

async function heard(live: Live, topic: string, during: () => unknown): Promise<string[]> {
  const topics: string[] = []
  const stop = live.subscribe([topic], (t) => topics.push(t))
  try {
    await during()
    await expect.poll(() => topics.length).toBeGreaterThan(0)
    return topics
  } finally {
    stop()
  }
}

test('news reaches every process, however often it was said in one moment', async () => {
  const [a, b] = await Promise.all([
    heard(here, 'device:1', () => undefined),
    heard(there, 'device:1', () => {
      for (let i = 0; i < 100; i++) here.publish('device:1')
      here.publish('device:2')
    }),
  ])
  expect([a, b]).toEqual([['device:1'], ['device:1']])
})

test('many topics travel in several notices', async () => {
  const last = 'device:999999'
  const got = await heard(there, last, () => {
    for (let i = 0; i < 2000; i++) here.publish(`device:${1_000_000 + i}`)
    here.publish(last)
  })
  expect(got).toEqual([last])
})

test('what a process says last before it closes still reaches the others', async () => {
  const leaving = createLive(db.pool, () => undefined)
  await listening(leaving)
  const got = await heard(there, 'device:4', async () => {
    leaving.publish('device:4')
    await leaving.close()
  })
  expect(got).toEqual(['device:4'])
})

test('a listener whose connection is lost listens again, and says that anything may have changed', async () => {
  const got = await heard(there, 'device:3', () =>
    db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portal-live' and datname = current_database()`,
    ),
  )
  expect(got).toEqual(['*'])
  expect(await heard(there, 'device:3', () => here.publish('device:3'))).toEqual(['device:3'])
})

/** Waits until the process knows that it hears; it checks this only when it is asked. */
const hears = (live: Live) =>
  vi.waitFor(() => expect(live.hears()).toBe(true), { timeout: 15_000, interval: 5 })

test('who listens knows that he hears, and who was cut off knows that he does not', async () => {
  await hears(here)
  await sleep(150)
  expect(here.hears()).toBe(false) // the last question is too old for it to know
  await hears(here)
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portal-live' and datname = current_database()`,
  )
  await vi.waitFor(() => expect(here.hears()).toBe(false), { timeout: 1000, interval: 2 })
  await hears(here)
})

test('a connection that falls silent counts as deaf within a tenth of a second, and is made anew', async () => {
  const url = new URL(db.url)
  const relay = await relayTo(`${url.searchParams.get('host')}/.s.PGSQL.5432`)
  url.hostname = '127.0.0.1'
  url.port = String(relay.port)
  url.searchParams.delete('host')
  const pool = createPool(url.href, 1)
  const far = createLive(pool, () => undefined)
  await hears(far)
  relay.hush(0)
  const silentSince = performance.now()
  let lastHeard = silentSince
  while (performance.now() - silentSince < 400) {
    const askedAt = performance.now()
    if (far.hears()) lastHeard = askedAt
    await sleep(3)
  }
  expect(lastHeard - silentSince).toBeLessThan(101)
  await hears(far)
  await far.close()
  await pool.end()
  await relay.close()
})

test('what a pool has changed it says with the commit, and nothing that was rolled back', async () => {
  const told: string[] = []
  const stop = onOwnChange(db.pool, (topic) => told.push(topic))
  const change = (id: number) =>
    transaction(db.pool, async (tx) => {
      await run(tx, `select tell_actor($1)`, [id])
      expect(told).not.toContain(`actor\nactor:${id}`)
      if (id === 2) throw new Error('no')
    })
  await change(1)
  await expect(change(2)).rejects.toThrow('no')
  await change(3)
  expect(told).toEqual(['actor\nactor:1', 'actor\nactor:3'])
  await run(poolDb(db.pool), `select tell_actor(4)`, [])
  stop()
  await change(5)
  expect(told.at(-1)).toBe('actor\nactor:4')
})

test('what was told lately is known to who begins to listen; of longer ago anything may have changed', async () => {
  const before = performance.now()
  expect(await heard(here, 'device:71', () => there.publish('device:71'))).toContain('device:71')
  // It counts back from when it is called. What was published travels for 15 ms at least, so a call that took
  // less reaches back to before it; one that was held up proves nothing.
  const listSince = (): string[] => {
    for (;;) {
      const asked = performance.now()
      const told = here.listTold(['device:71', 'device:72'], asked - before)
      if (performance.now() - asked < 10) return told
    }
  }
  expect(listSince()).toEqual(['device:71'])
  await sleep(50)
  expect(here.listTold(['device:71', 'device:72'], 20)).toEqual([])
  expect(here.listTold(['device:72'], 60_000)).toEqual(['*'])
})
