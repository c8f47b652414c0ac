import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { at } from '../kernel/fields.ts'

// How the platform is: the figures of /metrics in plain words, and what is wrong now (decision 074).

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
export type DiskFolder = keyof typeof folderWords
export const deliveryWords = { mail: '邮件', tell: '站内消息' } as const
export type DeliveryKind = keyof typeof deliveryWords

const level = z.enum(['wrong', 'attention'])
export const problem = z.object({
  level,
  area: z.enum(Object.keys(areaWords) as [ProblemArea, ...ProblemArea[]]),
  /** What is so, with the figure. */
  text: z.string(),
  /** What to do about it. */
  advice: z.string(),
  /** Where it is seen or dealt with. */
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
  /** The process that answers. */
  own: z.boolean(),
  version: z.string(),
  startedAt: at,
  /** When it said so. */
  at,
  memoryBytes: z.number(),
  heapBytes: z.number(),
  heapLimitBytes: z.number(),
  cpuSeconds: z.number(),
  /** Delay of the event loop since it was read last, in milliseconds. */
  loopMeanMs: z.number(),
  loopP99Ms: z.number(),
  pool: z.object({ used: z.number(), idle: z.number(), max: z.number(), waiting: z.number() }),
  streams: z.number(),
  runsJobs: z.boolean(),
  disks: z.array(disk),
})
export type ProcessRow = z.output<typeof processRow>

export const callRow = z.object({
  /** `GET /api/…`. */
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
  /** Without values: they travel apart from it. */
  text: z.string(),
  seconds: z.number(),
  /** What it waits for, in PostgreSQL's word. */
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
  /** Vacuumed last, by itself or by hand. */
  vacuumedAt: at.nullable(),
})
export type TableRow = z.output<typeof tableRow>

export const platformState = z.object({
  at,
  /** Over how many minutes calls are shown. */
  lately: z.number().int(),
  /** The worst first; empty when all is well. */
  problems: z.array(problem),
  processes: z.array(processRow),
  database: z.object({
    sizeBytes: z.number(),
    connections: z.array(z.object({ state: z.string(), count: z.number() })),
    maxConnections: z.number(),
    lockWaits: z.number(),
    longestSeconds: z.number(),
    replicas: z.number(),
    /** The one that this process asks for lists and sums; null where none is set. */
    reader: z
      .object({
        up: z.boolean(),
        /** Null while it does not say. */
        lagBytes: z.number().nullable(),
        lagSeconds: z.number().nullable(),
        /** Questions since the process began: answered by it, and by the primary instead. */
        answered: z.number(),
        passed: z.number(),
      })
      .nullable(),
    running: z.array(statementRow),
    tables: z.array(tableRow),
    /** Null where PostgreSQL does not keep them (pg_stat_statements). */
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
  /** The slowest first. */
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
