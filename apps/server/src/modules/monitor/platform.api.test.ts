import { platformCalls, type PlatformState } from '@portal/contract/monitor/platform'
import { siteCalls } from '@portal/contract/site/site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { startJobs } from '../../kernel/job-runner.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// The screen shows the figures of /metrics, one row per process, and lists problems.

let world: World
let watcher: Person
beforeAll(async () => {
  world = await createWorld()
  watcher = await world.person('值班员', { permissions: ['MONITOR_PAGE'] })
})
afterAll(() => world.close())

const look = () => world.ok(watcher, platformCalls.platform)
const scraped = async (name: string) => {
  const { body } = await world.app.inject({ url: '/metrics' })
  const line = body.split('\n').find((l) => l.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

test('for those who run the portal only', async () => {
  const other = await world.person('日志员', { permissions: ['OPERATE_LOG_ALL'] })
  expect((await world.send(other, platformCalls.platform)).status).toBe(403)
})

test('the screen and /metrics read one registry', async () => {
  await world.sql(`insert into outbox (kind, payload, state, next_at, created_at)
    values ('mail', '{}', 'waiting', now() + interval '1 day', now() - interval '2 hours'),
      ('mail', '{}', 'failed', now(), now())`)
  // The database figures are cached for three seconds.
  const queues = async () => (await look()).outbox.queues
  await expect.poll(queues, { timeout: 8000, interval: 500 }).toEqual([
    { kind: 'mail', waiting: 1, failed: 1 },
    { kind: 'tell', waiting: 0, failed: 0 },
  ])
  const state = await look()
  expect(state.outbox.oldestSeconds).toBeGreaterThan(7000)
  expect(await scraped('outbox_waiting{kind="mail"}')).toBe(1)
  // Other tables grow meanwhile; two answers are alike only if the cache gives both.
  await expect
    .poll(async () => (await scraped('db_size_bytes')) === (await look()).database.sizeBytes)
    .toBe(true)
  expect(await scraped('db_connections_max')).toBe(state.database.maxConnections)
  const [own] = state.processes
  expect(await scraped('nodejs_heap_limit_bytes')).toBe(own?.heapLimitBytes)
  expect(await scraped('disk_size_bytes{folder="data"}')).toBe(own?.disks[0]?.sizeBytes)
  expect(own).toMatchObject({ own: true, version: '0.1.0', runsJobs: false, pool: { max: 4, waiting: 0 } })
  expect(own?.disks.map((d) => d.folder)).toEqual(['data', 'uploads'])
  expect(state.database.tables).toHaveLength(8)
  expect(state.problems.map((p) => p.text)).toEqual(
    expect.arrayContaining([
      '没有服务进程在运行定时任务',
      '1 封邮件多次发送失败，已停止发送',
      expect.stringMatching(/^有消息或邮件等待了 120 分钟仍未发出/),
    ]),
  )
  await world.sql('delete from outbox')
})

test('calls of the last quarter of an hour, slowest first, with what they are called', async () => {
  for (let n = 0; n < 5; n++) await world.ok(null, siteCalls.get)
  const { calls } = await look()
  const site = calls.find((c) => c.route === `GET ${siteCalls.get.path}`)
  expect(site).toMatchObject({ summary: siteCalls.get.summary, errors: 0 })
  expect(site?.calls).toBeGreaterThanOrEqual(5)
  expect(site!.p50Ms).toBeLessThanOrEqual(site!.p95Ms) // expected above
  expect(site!.p95Ms).toBeLessThanOrEqual(site!.maxMs)
  expect(calls.map((c) => c.p95Ms)).toEqual(calls.map((c) => c.p95Ms).toSorted((a, b) => b - a))
})

test('an open live stream is counted as long as it is open', async () => {
  const address = await world.app.listen({ port: 0 })
  const leave = new AbortController()
  const answer = await fetch(`${address}/api/v2/live?topics=me`, {
    headers: { authorization: watcher.token },
    signal: leave.signal,
  })
  expect(answer.status).toBe(200)
  expect((await look()).processes[0]?.streams).toBe(1)
  leave.abort()
  await expect.poll(async () => (await look()).processes[0]?.streams).toBe(0)
})

test('a second process stands apart, and is gone when it no longer answers', async () => {
  const second = await buildApp({ env: world.app.deps.env, pool: world.database.pool })
  const runner = startJobs(second.deps, [], { info: () => {}, error: () => {} })
  second.deps.runner = runner
  const processes = async (): Promise<PlatformState['processes']> => (await look()).processes
  // It reports itself as soon as it listens, which may be before it runs jobs; its next report says so.
  await expect
    .poll(async () => (await processes()).map((p) => [p.own, p.runsJobs]))
    .toEqual([
      [true, false],
      [false, true],
    ])
  const [own, other] = await processes()
  expect(other?.process).not.toBe(own?.process)
  expect((await look()).problems.map((p) => p.text)).not.toContain('没有服务进程在运行定时任务')
  await runner.stop()
  await second.close()
  // A report requested by the last look may still be on its way to the table.
  const silent = async () => {
    await world.sql(`update process_report set at = now() - interval '2 minutes'`)
    return (await processes()).length
  }
  await expect.poll(silent).toBe(1)
})

test('a job that has not run at its times is said, unless it is paused', async () => {
  const runner = startJobs(world.app.deps, [], { info: () => {}, error: () => {} })
  world.app.deps.runner = runner
  await world.sql(`insert into job_run (job, started_at, ended_at)
    select job, now() - ago, now() - ago from (values ('file-sweep', interval '3 days'),
      ('user-tally', interval '3 days'), ('use-ledger-check', interval '20 hours')) r (job, ago)`)
  await world.sql(`insert into job_pause (job) values ('user-tally')`)
  const texts = (await look()).problems.map((p) => p.text)
  expect(texts).toContain('定时任务连续两次到点没有运行：清理无主文件')
  await runner.stop()
  delete world.app.deps.runner
  await world.sql('delete from job_pause')
})

test('a job that failed is said with its reason', async () => {
  await world.sql(
    `insert into job_run (job, started_at, ended_at, error) values ('use-ledger', now(), now(), '死锁')`,
  )
  const { jobs, problems } = await look()
  expect(jobs.failing).toMatchObject([{ name: 'use-ledger', title: '登记使用台账', error: '死锁' }])
  expect(problems).toContainEqual(
    expect.objectContaining({
      area: 'jobs',
      link: '/monitor/crontab-task',
      text: expect.stringContaining('死锁'),
    }),
  )
})
