import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest'
import { createWorld, type World } from '../testing/world.ts'
import { startJobs, type JobRunner } from './job-runner.ts'
import type { Job } from './jobs.ts'

let world: World
const errors: string[] = []
const log = { info() {}, error: (message: string) => void errors.push(message) }
const running: JobRunner[] = []
const start = (jobs: Job[], deps = world.app.deps) => {
  const runner = startJobs(deps, jobs, log)
  running.push(runner)
  return runner
}
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())
afterEach(async () => {
  for (const runner of running.splice(0)) await runner.stop()
  errors.length = 0
})

/** Twelve hours from now in campus time: the schedule itself must not start a job during these tests. */
const cron = `0 ${(new Date().getUTCHours() + 8 + 12) % 24} * * *`
const job = (name: string, run: Job['run']): Job => ({ name, title: name, cron, run })
const times = () =>
  world.sql<{ key: string; cron: string }>(`select key, cron from pgboss.schedule order by key`)
const schedules = () =>
  world
    .sql<{ key: string; timezone: string }>(`select key, timezone from pgboss.schedule order by key`)
    .catch(() => [])
/** Does what the schedule does at its time. */
const occur = async (name: string) => {
  const boss = new PgBoss({ db: { executeSql: (text, values) => world.database.pool.query(text, values) } })
  await boss.send('portal', { job: name }, { singletonKey: name })
}
const runs = (name: string) =>
  world.sql<{ state: string; output: { rows?: number; message?: string } | null }>(
    `select state, output from pgboss.job where singleton_key = $1 order by created_on`,
    [name],
  )

test('schedules what there is in campus time, and drops what there was', async () => {
  const first = start([job('old', async () => 0), job('kept', async () => 0)])
  await expect.poll(schedules, { timeout: 10_000 }).toEqual([
    { key: 'kept', timezone: 'Asia/Shanghai' },
    { key: 'old', timezone: 'Asia/Shanghai' },
  ])
  await first.stop()
  start([job('kept', async () => 0)])
  await expect.poll(schedules, { timeout: 10_000 }).toEqual([{ key: 'kept', timezone: 'Asia/Shanghai' }])
  expect(errors).toEqual([])
})

test('a job that has another time since the last start gets it', async () => {
  await start([job('moved', async () => 0), job('stays', async () => 0)]).stop()
  await start([{ ...job('moved', async () => 0), cron: '30 5 * * *' }, job('stays', async () => 0)]).stop()
  expect(await times()).toEqual([
    { key: 'moved', cron: '30 5 * * *' },
    { key: 'stays', cron },
  ])
})

test('a time that passed while no server ran is made up once', async () => {
  let times = 0
  const nightly = [job('nightly', async () => ++times)]
  await start(nightly).stop()
  await world.sql(`update pgboss.schedule set created_on = now() - interval '3 days'`)
  await world.sql(`update pgboss.version set cron_on = now() - interval '2 days'`)
  start(nightly)
  // The schedules are looked through every 10 s, and the queue every 5.
  await expect.poll(() => times, { timeout: 25_000 }).toBe(1)
  expect(errors).toEqual([])
}, 60_000)

test('of two servers one runs an occurrence, its result is kept, and stopping waits for it', async () => {
  let times = 0
  const over = Promise.withResolvers<void>()
  const slow = job('slow', async () => {
    times++
    await over.promise
    return 42
  })
  const both = [slow, job('begun', async () => 0)]
  const servers = [start(both), start(both)]
  try {
    // Answered by a server that has started, and so stops at once when it is told to.
    const { id } = await world.person('Ask')
    for (const server of servers) await server.runNow('begun', id)
    await occur('slow')
    await expect.poll(() => times, { timeout: 15_000 }).toBe(1)
    // Another occurrence may be queued while it runs, but not run beside it.
    await occur('slow')
    let stopped = 0
    const stops = servers.map((s) => s.stop().then(() => stopped++))
    // The other server has nothing to wait for. The run ends only when neither takes another.
    await expect.poll(() => stopped).toBe(1)
    await sleep(100)
    expect(stopped).toBe(1)
    over.resolve()
    await Promise.all(stops)
  } finally {
    over.resolve()
  }
  const done = (await runs('slow')).filter((r) => r.state === 'completed')
  expect(done).toMatchObject([{ output: { rows: 42 } }])
  expect(times).toBe(1)
})

test('a job that fails is written down and does not stop the others', async () => {
  let ran = false
  start([
    job('broken', async () => Promise.reject(new Error('no such table'))),
    job('sound', async () => {
      ran = true
      return 1
    }),
  ])
  await expect.poll(async () => (await schedules()).length, { timeout: 10_000 }).toBe(2)
  await occur('broken')
  await occur('sound')
  await expect.poll(() => ran, { timeout: 15_000 }).toBe(true)
  await expect
    .poll(() => runs('broken'), { timeout: 15_000 })
    .toMatchObject([{ state: 'failed', output: { message: 'no such table' } }])
  expect(await world.sql(`select message from exception_log where call = 'job:broken'`)).toEqual([
    { message: 'no such table' },
  ])
  expect(errors).toEqual(['job broken: no such table'])
})

test('a run whose end the database does not hear keeps the next one waiting no longer than it is away', async () => {
  const deps = { ...world.app.deps, pool: Object.create(world.app.deps.pool) as typeof world.app.deps.pool }
  let away = false
  deps.pool.query = ((...asked: Parameters<typeof deps.pool.query>) =>
    away
      ? Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
      : world.app.deps.pool.query(...asked)) as unknown as typeof deps.pool.query
  const ran: number[] = []
  const work = job('outlasts', async () => {
    if (ran.push(Date.now()) > 1) return 2
    away = true
    setTimeout(() => (away = false), 500)
    return 1
  })
  const runner = start([work], deps)
  const { id } = await world.person('Ask')
  expect(await runner.runNow('outlasts', id)).toBe(true)
  await expect.poll(() => ran.length, { timeout: 10_000 }).toBe(1)
  await expect.poll(() => away, { timeout: 10_000 }).toBe(false)
  expect(await runner.runNow('outlasts', id)).toBe(true)
  await expect.poll(() => ran.length, { timeout: 15_000 }).toBe(2)
  const kept = () =>
    world.sql(
      `select row_count, error from job_run where job = 'outlasts' and ended_at is not null order by id`,
    )
  await expect.poll(kept).toEqual([
    { row_count: 1, error: null },
    { row_count: 2, error: null },
  ])
})

test('what a minute brings is done in one go, and first what somebody asked for', async () => {
  const ran: string[] = []
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'asked'].map((name) => `at-once-${name}`)
  // The runs that the two workers take first wait until all are queued.
  const all = Promise.withResolvers<void>()
  // Whatever one worker takes while the other begins with what was asked for waits for it: which of the two
  // gets further first depends on the machine. If both took something else, none would ever end.
  const asked = Promise.withResolvers<void>()
  let others = 0
  const run = async (name: string): Promise<number> => {
    await all.promise
    const isAsked = name === 'at-once-asked'
    if (!isAsked && ++others > 2) await asked.promise
    if (isAsked) asked.resolve()
    return ran.push(name)
  }
  const runner = start(names.map((name) => job(name, () => run(name))))
  await expect.poll(async () => (await schedules()).length, { timeout: 10_000 }).toBe(names.length)
  for (const name of names.slice(0, -1)) await occur(name)
  const { id } = await world.person('Ask')
  expect(await runner.runNow('at-once-asked', id)).toBe(true)
  all.resolve()
  await expect.poll(() => ran.length, { timeout: 8000 }).toBe(names.length)
  expect(ran.slice(0, 3)).toContain('at-once-asked')
})
