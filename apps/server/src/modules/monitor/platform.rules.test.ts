import { expect, test } from 'vitest'
import { FEW_CALLS, isOverdue, judgePlatform, type Judged } from './platform.rules.ts'

const GB = 1024 ** 3
const sound: Judged = {
  processes: [
    {
      process: 'web 1',
      version: '0.1.0',
      heapBytes: 100,
      heapLimitBytes: 1000,
      loopP99Ms: 12,
      pool: { used: 1, idle: 3, max: 16, waiting: 0 },
      disks: [{ folder: 'data', freeBytes: 50 * GB, sizeBytes: 100 * GB }],
      runsJobs: true,
    },
  ],
  database: {
    connections: [{ state: 'idle', count: 10 }],
    maxConnections: 100,
    lockWaits: 0,
    longestSeconds: 2,
    reader: { up: true, lagBytes: 0, lagSeconds: 0, answered: 9, passed: 0 },
    tables: [{ table: 'booking', liveRows: 100_000, deadRows: 3000 }],
  },
  jobs: { waiting: 1, oldestSeconds: 5, failing: [], paused: [] },
  outbox: { queues: [{ kind: 'mail', waiting: 2, failed: 0 }], oldestSeconds: 20 },
  calls: [{ route: 'GET /a', summary: '查询', calls: 500, errors: 0, p50Ms: 5, p95Ms: 40, maxMs: 90 }],
  overdue: [],
  openExceptions: 0,
}
const [process] = sound.processes as [Judged['processes'][number]]
const [call] = sound.calls as [Judged['calls'][number]]
const said = (changed: Partial<Judged>) =>
  judgePlatform({ ...sound, ...changed }).map((p) => [p.level, p.text])

test('nothing is wrong with what is sound', () => {
  expect(judgePlatform(sound)).toEqual([])
})

test('a disk that fills up is said with what is left and what to do', () => {
  const full = { folder: 'uploads' as const, freeBytes: 5 * GB, sizeBytes: 100 * GB }
  const [problem] = judgePlatform({ ...sound, processes: [{ ...process, disks: [full] }] })
  expect(problem).toMatchObject({
    level: 'wrong',
    text: '上传文件所在磁盘只剩 5%（5.0 GB，web 1）',
    advice: expect.stringContaining('扩容'),
  })
  expect(said({ processes: [{ ...process, disks: [{ ...full, freeBytes: 12 * GB }] }] })).toEqual([
    ['attention', '上传文件所在磁盘只剩 12%（12.0 GB，web 1）'],
  ])
})

test('each process by its name; two versions are an unfinished upgrade', () => {
  const slow = { ...process, process: 'web 2', version: '0.2.0', loopP99Ms: 1500, heapBytes: 900 }
  expect(said({ processes: [process, slow] })).toEqual([
    ['wrong', '进程 web 2 响应迟缓：事件循环延迟 1500 毫秒'],
    ['attention', '进程 web 2 已用去可用内存的 90%'],
    ['attention', '服务进程的版本不一致：0.1.0、0.2.0'],
  ])
  const crowded = { ...process, pool: { ...process.pool, waiting: 16 } }
  expect(said({ processes: [crowded] })).toEqual([
    ['wrong', '进程 web 1 有 16 个请求在等待数据库连接（上限 16）'],
  ])
})

test('the database: connections, a statement that does not end, locks, dead rows of what is large', () => {
  expect(
    said({
      database: {
        connections: [
          { state: 'idle', count: 90 },
          { state: 'active', count: 6 },
        ],
        maxConnections: 100,
        lockWaits: 5,
        longestSeconds: 45,
        reader: null,
        tables: [
          { table: 'message', liveRows: 6000, deadRows: 6000 },
          { table: 'small', liveRows: 1, deadRows: 900 },
        ],
      },
    }),
  ).toEqual([
    ['wrong', '数据库连接已用 96 个，上限 100 个'],
    ['attention', '有一条语句已运行 45 秒'],
    ['attention', '5 条语句在等待锁'],
    ['attention', '表 message 有 50% 是死元组'],
  ])
})

test('the standby that is read: its loss is the primary’s load, and no fault that people notice', () => {
  const reader = { up: true, lagBytes: 0, lagSeconds: 0, answered: 9, passed: 0 }
  const withReader = (more: object) =>
    said({ database: { ...sound.database, reader: { ...reader, ...more } } })
  expect(withReader({})).toEqual([])
  expect(withReader({ up: false, lagBytes: null, lagSeconds: null })).toEqual([
    ['attention', '只读副本不可用，列表和统计暂由主库承担'],
  ])
  expect(withReader({ lagBytes: 9_000_000, lagSeconds: 240 })).toEqual([
    ['attention', '只读副本落后主库 4 分钟，列表和统计暂由主库承担'],
  ])
})

test('timed work: nobody does it, it is late, it fails, it has not run, it rests', () => {
  const title = '登记使用台账'
  expect(
    said({
      processes: [{ ...process, runsJobs: false }],
      jobs: { waiting: 3, oldestSeconds: 1200, failing: [{ title, error: '超时' }], paused: [{ title }] },
      overdue: ['清理无主文件', '清理过期消息'],
    }),
  ).toEqual([
    ['wrong', '没有服务进程在运行定时任务'],
    ['wrong', '有定时任务到点后 20 分钟仍未开始（共 3 项）'],
    ['attention', '定时任务“登记使用台账”最近一次运行失败：超时'],
    ['attention', '定时任务连续两次到点没有运行：清理无主文件、清理过期消息'],
    ['attention', '已暂停的定时任务：登记使用台账'],
  ])
})

test('a job is overdue an hour after the second of its times that passed without a run', () => {
  const hour = 3_600_000
  const at = (hours: number) => new Date(Date.UTC(2026, 4, 1) + hours * hour)
  // Its time is 02:00 of every day.
  const nightly = (from: Date) => {
    const days = Math.floor((from.getTime() - at(2).getTime()) / (24 * hour)) + 1
    return at(2 + days * 24)
  }
  expect([at(50), at(50.9), at(51), at(500)].map((now) => isOverdue(at(2), now, nightly))).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect(isOverdue(at(2), at(500), () => null)).toBe(false)
})

test('mail that does not go, calls that fail or are slow, exceptions', () => {
  expect(
    said({
      outbox: { queues: [{ kind: 'mail', waiting: 4, failed: 2 }], oldestSeconds: 700 },
      calls: [
        { ...call, errors: 30 },
        { ...call, summary: '导出', p95Ms: 1200 },
      ],
      openExceptions: 2,
    }),
  ).toEqual([
    ['wrong', '“查询”近来 500 次中出错 30 次'],
    ['attention', '有消息或邮件等待了 12 分钟仍未发出（共 4 条）'],
    ['attention', '2 封邮件多次发送失败，已停止发送'],
    ['attention', '“导出”变慢：95% 在 1.2 秒内完成'],
    ['attention', '最近 24 小时有 2 种未处理的异常'],
  ])
  // Its link opens the letters that failed, and the exceptions that nobody has dealt with.
  expect(
    judgePlatform({
      ...sound,
      outbox: { queues: [{ kind: 'mail', waiting: 0, failed: 2 }], oldestSeconds: 0 },
      openExceptions: 2,
    }).map((x) => x.link),
  ).toEqual(['/settings/email?view=queue&state=failed', '/monitor/exception-log?state=open'])
  // Too few calls to judge their speed.
  expect(said({ calls: [{ ...call, calls: FEW_CALLS - 1, p95Ms: 9000 }] })).toEqual([])
})
