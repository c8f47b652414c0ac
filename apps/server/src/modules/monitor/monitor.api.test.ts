import { dictionaryCalls } from '@portal/contract/dictionary/dictionary'
import { monitorCalls } from '@portal/contract/monitor/monitor'
import { readXlsx } from 'hucre/xlsx'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, type App } from '../../app.ts'
import { startJobs, type JobRunner } from '../../kernel/job-runner.ts'
import { logFault, runJob, type Job } from '../../kernel/jobs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { monitorJobs } from './monitor.jobs.ts'
import { exportOperations } from './operation.handler.ts'

let world: World
let admin: Person
let nobody: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('周建国', { permissions: ['ADMIN'] })
  nobody = await world.person('路人')
})
afterAll(() => world.close())

test('each screen is for holders of its own right', async () => {
  const reads = [
    [monitorCalls.operations, 'OPERATE_LOG_EDIT'],
    [monitorCalls.exceptions, 'EXCEPTION_LOG_EDIT'],
    [monitorCalls.caches, 'CACHE_EDIT'],
    [monitorCalls.jobs, 'CRONTAB_EDIT'],
  ] as const
  for (const [call, right] of reads) {
    const holder = await world.person(right, { permissions: [right] })
    for (const [other] of reads)
      expect((await world.send(holder, other, { query: {} })).status, `${right} ${other.path}`).toBe(
        other === call ? 200 : 403,
      )
  }
})

describe('operation log', () => {
  const ids: number[] = []
  beforeAll(async () => {
    await world.sql(
      `insert into operation_log (at, user_id, username, ip, call, summary, target, request_id, result)
      select timestamptz '2026-03-01 00:00+08' + n * interval '1 hour', case when n % 2 = 0 then $1::int8 end,
        case when n % 2 = 0 then 'someone' end, '10.0.0.' || n % 3,
        'POST /api/v2/x', case when n % 5 = 0 then '新增仪器' else '修改公告' end, 'device ' || n, 'r' || n,
        case when n % 7 = 0 then 'refused' else 'done' end
      from generate_series(0, 199) n`,
      [nobody.id],
    )
    ids.push(
      ...(
        await world.sql<{ id: number }>(
          `select id from operation_log where call = 'POST /api/v2/x' order by id desc`,
        )
      ).map((r) => r.id),
    )
  })
  const list = (query: object) =>
    world.ok(admin, monitorCalls.operations, { query: { size: 200, keyword: '/api/v2/x', ...query } })

  test('goes on by key, newest first', async () => {
    const first = await world.ok(admin, monitorCalls.operations, {
      query: { keyword: '/api/v2/x', size: 150 },
    })
    const second = await world.ok(admin, monitorCalls.operations, {
      query: { keyword: '/api/v2/x', size: 150, before: first.next! },
    })
    expect([...first.items, ...second.items].map((o) => o.id)).toEqual(ids)
    expect(second.next).toBeNull()
  })
  test('by person, words, address, result and day of the campus', async () => {
    expect((await list({ person: '路人' })).items).toHaveLength(100)
    expect((await list({ person: 'nobody-of-that-name' })).items).toEqual([])
    expect((await list({ keyword: '新增仪器' })).items).toHaveLength(40)
    expect((await list({ keyword: 'device 17' })).items.map((o) => o.target)).toContain('device 17')
    expect((await list({ ip: '10.0.0.1' })).items).toHaveLength(67)
    expect((await list({ result: 'refused' })).items).toHaveLength(29)
    const day = (await list({ from: '2026-03-02', to: '2026-03-02' })).items
    expect(day).toHaveLength(24)
    expect(day.at(-1)).toMatchObject({ at: '2026-03-01T16:00:00.000Z', target: 'device 24' })
    expect((await list({ from: '2030-01-01' })).items).toEqual([])
    expect(
      await world.send(admin, monitorCalls.operations, { query: { result: 'x' as never } }),
    ).toMatchObject({ status: 400 })
  })
  test('one of them, and all of them as a file', async () => {
    expect(await world.ok(admin, monitorCalls.operation, { params: { id: ids[0]! } })).toMatchObject({
      target: 'device 199',
      summary: '修改公告',
    })
    expect((await world.send(admin, monitorCalls.operation, { params: { id: 99_999_999 } })).status).toBe(404)
    const got = await world.app.inject({
      url: `${monitorCalls.exportOperations.path}?keyword=${encodeURIComponent('新增仪器')}`,
      headers: { authorization: admin.token },
    })
    expect((await readXlsx(got.rawPayload)).sheets[0]?.rows).toHaveLength(41)
  })
  test('a file that does not hold all of them says so', async () => {
    const readFile = (most: number) =>
      world.asSystem(async (ctx) => {
        const { body } = await exportOperations(
          ctx,
          { params: {}, query: { keyword: '新增仪器' }, body: {} },
          most,
        )
        return (await readXlsx(await buffer(body as Readable))).sheets[0]?.rows ?? []
      })
    expect(await readFile(40)).toHaveLength(41)
    const rows = await readFile(39)
    expect(rows).toHaveLength(41)
    expect(rows.at(-1)?.[0]).toBe('仅含最近 39 条，更早的请缩小日期范围后导出')
  })
  test('what was turned away at the door is written down as such', async () => {
    await world.app.inject({
      method: 'POST',
      url: '/backend/auth/v1/login',
      payload: { username: 'nobody-here', password: 'wrong' },
    })
    expect(
      (await world.ok(admin, monitorCalls.operations, { query: { result: 'refused', size: 1 } })).items,
    ).toMatchObject([{ summary: '登录失败', username: null }])
  })
  test('is kept for more than the six months of the law, and no longer than that needs', async () => {
    // The rows above are of a fixed day, which grows too old one day as well.
    await world.sql(`delete from operation_log where call = 'POST /api/v2/x'`)
    await world.sql(
      `insert into operation_log (at, call, summary, request_id) values (now() - interval '401 days', 'POST /old', '旧', 'r')`,
    )
    expect(await runJob(world.app.deps, monitorJobs[0]!)).toBe(1)
    expect(await world.sql(`select from operation_log where call = 'POST /old'`)).toEqual([])
  })
})

test('exceptions are grouped, marked as dealt with, and open again when they come back', async () => {
  const fail = () =>
    logFault(
      world.app.deps,
      'job:test',
      Object.assign(new Error('磁盘已满'), { stack: 'Error: 磁盘已满\n    at somewhere (file.ts:1:1)' }),
      { n: 1 },
    )
  await fail()
  await fail()
  const [row] = (
    await world.ok(admin, monitorCalls.exceptions, { query: { state: 'open', keyword: '磁盘' } })
  ).items
  expect(row).toMatchObject({ message: '磁盘已满', times: 2, resolvedAt: null, can: ['resolve'] })
  expect(await world.ok(admin, monitorCalls.exception, { params: { id: row!.id } })).toMatchObject({
    stack: expect.stringContaining('file.ts:1:1'),
    request: '{\n    "n": 1\n}',
  })
  expect(
    await world.ok(admin, monitorCalls.resolveExceptions, { body: { ids: [row!.id], note: '扩容\n待换盘' } }),
  ).toEqual({ changed: 1 })
  expect(await world.ok(admin, monitorCalls.resolveExceptions, { body: { ids: [row!.id] } })).toEqual({
    changed: 0,
  })
  expect(
    (await world.ok(admin, monitorCalls.exceptions, { query: { state: 'resolved' } })).items,
  ).toMatchObject([{ resolvedBy: '周建国', resolvedNote: '扩容\n待换盘', can: ['reopen'] }])
  await world.ok(admin, monitorCalls.reopenException, { params: { id: row!.id } })
  await world.ok(admin, monitorCalls.resolveExceptions, { body: { ids: [row!.id] } })
  await fail()
  expect(await world.ok(admin, monitorCalls.exception, { params: { id: row!.id } })).toMatchObject({
    times: 3,
    resolvedAt: null,
    resolvedBy: null,
    resolvedNote: null,
  })
})

describe('caches', () => {
  let there: App
  beforeAll(async () => {
    there = await buildApp({ env: world.app.deps.env, pool: world.database.pool })
  })
  afterAll(() => there.close())

  test('of every process, and emptied in every process', async () => {
    const asked = {
      url: `${dictionaryCalls.codes.path}?type=campus_user_type`,
      headers: { authorization: admin.token },
    }
    await world.app.inject(asked)
    await there.inject(asked)
    const codes = async () =>
      (await world.ok(admin, monitorCalls.caches)).filter(
        (c) => c.cache === `GET ${dictionaryCalls.codes.path}`,
      )
    await expect.poll(async () => (await codes()).length).toBe(2)
    const [own, other] = [(await codes()).find((c) => c.own), (await codes()).find((c) => !c.own)]
    expect(own).toMatchObject({ entries: 1, misses: 1, title: '字典条目（下拉列表）' })
    expect(own!.bytes).toBeGreaterThan(10)
    expect(other!.process).not.toBe(own!.process)
    await world.ok(admin, monitorCalls.clearCache, { body: { cache: own!.cache } })
    await expect.poll(async () => (await codes()).map((c) => c.entries)).toEqual([0, 0])
    expect(await world.send(admin, monitorCalls.clearCache, { body: { cache: 'no such' } })).toMatchObject({
      status: 422,
      code: 'CACHE_UNKNOWN',
    })
    await world.ok(admin, monitorCalls.clearCache, { body: {} })
  })
})

describe('timed work', () => {
  let runner: JobRunner
  let ran = 0
  // Twelve hours from now in campus time: the schedule itself must not start it meanwhile.
  const hour = (new Date().getUTCHours() + 8 + 12) % 24
  const counted: Job = { name: 'test-count', title: '计数', cron: `0 ${hour} * * *`, run: async () => ++ran }
  const broken: Job = {
    name: 'test-broken',
    title: '坏的',
    cron: `30 ${hour} * * 1`,
    run: async () => Promise.reject(new Error('表不存在')),
  }
  const jobs = async () => new Map((await world.ok(admin, monitorCalls.jobs)).map((j) => [j.name, j]))
  beforeAll(() => {
    const { deps } = world.app
    deps.jobs = [counted, broken]
    expect(deps.runner).toBeUndefined()
  })
  afterAll(async () => {
    delete world.app.deps.runner
    await runner.stop()
  })

  test('without a runner there is no next time, and nothing to run', async () => {
    expect((await jobs()).get('test-count')).toMatchObject({
      title: '计数',
      nextAt: null,
      last: null,
      can: ['pause'],
    })
    expect(await world.send(admin, monitorCalls.runJob, { params: { name: 'test-count' } })).toMatchObject({
      status: 503,
      code: 'JOBS_OFF',
    })
    runner = startJobs(world.app.deps, world.app.deps.jobs, { info() {}, error() {} })
    world.app.deps.runner = runner
  })
  test('is run by hand, with a record of who asked and what became of it', async () => {
    const next = new Date((await jobs()).get('test-count')!.nextAt!)
    expect([(next.getUTCHours() + 8) % 24, next.getUTCMinutes()]).toEqual([hour, 0])
    await world.ok(admin, monitorCalls.runJob, { params: { name: 'test-count' } })
    await world.ok(admin, monitorCalls.runJob, { params: { name: 'test-broken' } })
    await expect
      .poll(async () => (await jobs()).get('test-broken')?.last?.state, { timeout: 15_000 })
      .toBe('failed')
    await expect
      .poll(async () => (await jobs()).get('test-count')?.last, { timeout: 15_000 })
      .toMatchObject({ state: 'done', rows: 1, askedBy: '周建国' })
    const { items, total } = await world.ok(admin, monitorCalls.runs, {
      params: { name: 'test-broken' },
      query: {},
    })
    expect({ items, total }).toMatchObject({ items: [{ state: 'failed', error: '表不存在' }], total: 1 })
    expect(
      (await world.send(admin, monitorCalls.runs, { params: { name: 'no-such-job' }, query: {} })).status,
    ).toBe(404)
  })
  test('is paused and goes on', async () => {
    await world.ok(admin, monitorCalls.pauseJob, { params: { name: 'test-count' } })
    expect((await jobs()).get('test-count')).toMatchObject({
      nextAt: null,
      pausedBy: '周建国',
      can: ['run', 'resume'],
    })
    await world.ok(admin, monitorCalls.resumeJob, { params: { name: 'test-count' } })
    expect((await jobs()).get('test-count')).toMatchObject({
      nextAt: expect.any(String),
      pausedAt: null,
      can: ['run', 'pause'],
    })
  })
  test('a run whose server died is seen to be lost', async () => {
    await world.sql(`insert into job_run (job, started_at) values ('test-count', now() - interval '1 hour')`)
    expect((await jobs()).get('test-count')?.last).toMatchObject({ state: 'lost' })
  })
  test('old runs are forgotten, but for the last of each job', async () => {
    for (const days of [20, 19])
      await world.sql(
        `insert into job_run (job, started_at) values ('test-rare', now() - $1::float8 * interval '1 day')`,
        [days],
      )
    const forget = monitorJobs.find((j) => j.name === 'job-run-forget')!
    expect(await runJob(world.app.deps, forget)).toBe(1)
    expect(
      await world.sql(
        `select job, extract(day from now() - started_at)::int as days from job_run
          where started_at < now() - interval '15 days'`,
      ),
    ).toEqual([{ job: 'test-rare', days: 19 }])
  })
})
