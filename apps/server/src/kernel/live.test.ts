import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
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

/** Until it listens, a process is told at most that anything may have changed: by name it hears afterwards only. */
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
  await during()
  for (let i = 0; i < 60 && topics.length === 0; i++) await sleep(50)
  stop()
  return topics
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

test('a listener whose connection is lost listens again, and says that anything may have changed', async () => {
  const got = await heard(there, 'device:3', () =>
    db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portal-live' and datname = current_database()`,
    ),
  )
  expect(got).toEqual(['*'])
  expect(await heard(there, 'device:3', () => here.publish('device:3'))).toEqual(['device:3'])
})
