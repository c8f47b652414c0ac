import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { at } from '../kernel/fields.ts'

// State of the platform: the figures of /metrics in plain words, and current problems (decision 074).

export const levelWords = { wrong: '须立即处理', attention: '请留意' } as const
export type ProblemLevel = keyof typeof levelWords
export const areaWords = {
  process: '服务进程',
  database: '数据库',
  disk: '磁盘',
  jobs: '定时任务',
  outbox: '消息与邮件',
  calls: '接口',
  exceptions: '异常',
} as const
export type ProblemArea = keyof typeof areaWords
export const folderWords = { data: '数据目录', uploads: '上传文件' } as const
export const deliveryWords = { mail: '邮件', tell: '站内消息' } as const

const level = z.enum(['wrong', 'attention'])
export const problem = z.object({
  level,
  area: z.enum(Object.keys(areaWords) as [ProblemArea, ...ProblemArea[]]),
  /** Description of the problem, with its figures. */
  text: z.string(),
  /** How to solve it. */
  advice: z.string(),
  /** The screen that shows the problem or helps to solve it. */
  link: z.string().nullable(),
})
export type Problem = z.output<typeof problem>

export const disk = z.object({
  folder: z.enum(['data', 'uploads']),
  freeBytes: z.number(),
  sizeBytes: z.number(),
})
export const processRow = z.object({
  process: z.string(),
  /** The process that answers this request. */
  own: z.boolean(),
  version: z.string(),
  startedAt: at,
  /** When the process reported these figures. */
  at,
  memoryBytes: z.number(),
  heapBytes: z.number(),
  heapLimitBytes: z.number(),
  cpuSeconds: z.number(),
  /** Delay of the event loop since the previous reading, in milliseconds. */
  loopMeanMs: z.number(),
  loopP99Ms: z.number(),
  pool: z.object({ used: z.number(), idle: z.number(), max: z.number(), waiting: z.number() }),
  streams: z.number(),
  runsJobs: z.boolean(),
  disks: z.array(disk),
})
export type ProcessRow = z.output<typeof processRow>

export const callRow = z.object({
  /** Method and path: `GET /api/…`. */
  route: z.string(),
  summary: z.string(),
  calls: z.number(),
  errors: z.number(),
  p50Ms: z.number(),
  p95Ms: z.number(),
  maxMs: z.number(),
})
export type CallRow = z.output<typeof callRow>

export const statementRow = z.object({
  /** The SQL text; it contains no parameter values, because they are sent separately. */
  text: z.string(),
  seconds: z.number(),
  /** PostgreSQL's wait event; null if the statement is not waiting. */
  waits: z.string().nullable(),
})
export const slowStatement = z.object({
  text: z.string(),
  calls: z.number(),
  meanMs: z.number(),
  maxMs: z.number(),
})
export const tableRow = z.object({
  table: z.string(),
  liveRows: z.number(),
  deadRows: z.number(),
  sizeBytes: z.number(),
  /** Time of the last vacuum, automatic or manual. */
  vacuumedAt: at.nullable(),
})
export type TableRow = z.output<typeof tableRow>

export const platformState = z.object({
  at,
  /** Minutes over which calls are counted. */
  lately: z.number().int(),
  /** Most serious first; empty if there is no problem. */
  problems: z.array(problem),
  processes: z.array(processRow),
  database: z.object({
    sizeBytes: z.number(),
    connections: z.array(z.object({ state: z.string(), count: z.number() })),
    maxConnections: z.number(),
    lockWaits: z.number(),
    longestSeconds: z.number(),
    replicas: z.number(),
    /** The replica that this process asks for lists and sums; null if none is configured. */
    reader: z
      .object({
        up: z.boolean(),
        /** Null while the replica does not report it. */
        lagBytes: z.number().nullable(),
        lagSeconds: z.number().nullable(),
        /** Queries since the process started: answered by the replica, and sent to the primary instead. */
        answered: z.number(),
        passed: z.number(),
      })
      .nullable(),
    running: z.array(statementRow),
    tables: z.array(tableRow),
    /** Null if PostgreSQL does not collect them (pg_stat_statements). */
    slow: z.array(slowStatement).nullable(),
  }),
  jobs: z.object({
    waiting: z.number(),
    active: z.number(),
    oldestSeconds: z.number(),
    failing: z.array(z.object({ name: z.string(), title: z.string(), endedAt: at, error: z.string() })),
    paused: z.array(z.object({ name: z.string(), title: z.string() })),
    lastAt: at.nullable(),
  }),
  outbox: z.object({
    queues: z.array(z.object({ kind: z.enum(['mail', 'tell']), waiting: z.number(), failed: z.number() })),
    oldestSeconds: z.number(),
  }),
  /** Slowest first. */
  calls: z.array(callRow),
})
export type PlatformState = z.output<typeof platformState>

export const platformCalls = {
  platform: call({
    method: 'GET',
    path: '/api/v2/monitor/platform',
    summary: '平台监控',
    access: { anyOf: ['MONITOR_PAGE'] },
    reply: platformState,
  }),
}
