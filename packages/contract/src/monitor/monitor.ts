import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { at, day, id, idParams, ifAsked, keyword, text } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { changedObject } from './changes.ts'

// Logs, caches and jobs of the portal, for the people who operate it.

const logReaders = { anyOf: ['OPERATE_LOG_ALL', 'OPERATE_LOG_EDIT'] } as const
const faultReaders = { anyOf: ['EXCEPTION_LOG_ALL', 'EXCEPTION_LOG_EDIT'] } as const
const cacheReaders = { anyOf: ['CACHE_ALL', 'CACHE_EDIT'] } as const
const jobReaders = { anyOf: ['CRONTAB_ALL', 'CRONTAB_EDIT'] } as const

// ── Operation log ────────────────────────────────────────────────────────────

export const operationResultWords = { done: '成功', refused: '拒绝' } as const
export type OperationResult = keyof typeof operationResultWords
const result = z.enum(['done', 'refused'], { error: '结果不正确' })

export const operationRow = z.object({
  id: z.number(),
  at,
  username: z.string().nullable(),
  name: z.string().nullable(),
  ip: z.string().nullable(),
  /** Method and path: `POST /api/…`. */
  call: z.string(),
  summary: z.string(),
  target: z.string().nullable(),
  /** The target's readable name, and the screen that shows it. */
  object: z.string().nullable(),
  link: z.string().nullable(),
  result,
  requestId: z.string(),
})
export type OperationRow = z.output<typeof operationRow>

const operationFilters = z.object({
  /** A username or a full name. */
  person: keyword,
  /** Part of the operation's summary or of the call. */
  keyword,
  ip: keyword,
  result: ifAsked(result),
  from: ifAsked(day),
  to: ifAsked(day),
})
export type OperationFilters = z.output<typeof operationFilters>
/** Most rows of an exported file. */
export const OPERATION_EXPORT_MAX = 50_000

// ── Exception log ────────────────────────────────────────────────────────────

/** Most exceptions that one call marks as resolved. */
export const MOST_RESOLVED = 200

export const exceptionRow = z.object({
  id: z.number(),
  message: z.string(),
  call: z.string().nullable(),
  times: z.number().int(),
  firstAt: at,
  lastAt: at,
  resolvedAt: at.nullable(),
  resolvedBy: z.string().nullable(),
  resolvedNote: z.string().nullable(),
  can: z.array(z.enum(['resolve', 'reopen'])),
})
export type ExceptionRow = z.output<typeof exceptionRow>
/** Details of the latest occurrence. */
export const exceptionDetail = exceptionRow.extend({
  stack: z.string().nullable(),
  requestId: z.string().nullable(),
  user: z.string().nullable(),
  /** Parameters and query of the request; the body is never stored. */
  request: z.string().nullable(),
})

// ── Caches ───────────────────────────────────────────────────────────────────

export const cacheRow = z.object({
  process: z.string(),
  /** The process that answers this request. */
  own: z.boolean(),
  startedAt: at,
  at,
  cache: z.string(),
  title: z.string(),
  entries: z.number().int(),
  bytes: z.number(),
  hits: z.number(),
  misses: z.number(),
  emptied: z.number(),
})
export type CacheRow = z.output<typeof cacheRow>

// ── Timed work ───────────────────────────────────────────────────────────────

export const runStateWords = { running: '运行中', done: '成功', failed: '失败', lost: '中断' } as const
export type RunState = keyof typeof runStateWords
export const jobRun = z.object({
  id: z.number(),
  state: z.enum(['running', 'done', 'failed', 'lost']),
  startedAt: at,
  endedAt: at.nullable(),
  rows: z.number().nullable(),
  error: z.string().nullable(),
  /** The person who started the run; null: the schedule did. */
  askedBy: z.string().nullable(),
})
export type JobRun = z.output<typeof jobRun>
export const jobRow = z.object({
  name: z.string(),
  title: z.string(),
  cron: z.string(),
  /** Null while the job is paused, or if this server runs no jobs. */
  nextAt: at.nullable(),
  pausedAt: at.nullable(),
  pausedBy: z.string().nullable(),
  last: jobRun.nullable(),
  can: z.array(z.enum(['run', 'pause', 'resume'])),
})
export type JobRow = z.output<typeof jobRow>
const jobParams = z.object({ name: z.string().regex(/^[a-z0-9-]{1,60}$/, '任务名称不正确') })

export const monitorRefusals = {
  JOBS_OFF: '本服务进程未运行定时任务，请稍后重试',
  JOB_QUEUED: '该任务正在运行或已在排队，无需重复提交',
  CACHE_UNKNOWN: '没有这个缓存',
} as const

const exceptionList = call({
  method: 'GET',
  path: '/api/v2/monitor/exception-log',
  summary: '异常日志',
  access: faultReaders,
  query: pageQuery.extend({ keyword, state: ifAsked(z.enum(['open', 'resolved'], { error: '状态不正确' })) }),
  reply: definePage(exceptionRow),
})

export const monitorCalls = {
  /**
   * Newest first, paged by key. The server limits how many rows it scans for a page, so a page may hold fewer
   * rows than requested although older matches exist; then `next` is set.
   */
  operations: call({
    method: 'GET',
    path: '/api/v2/monitor/operate-log',
    summary: '操作日志',
    access: logReaders,
    query: operationFilters.extend({
      before: ifAsked(id),
      size: z.coerce.number<number | string>().int().min(1).max(200).default(50),
    }),
    reply: z.object({ items: z.array(operationRow), next: z.number().nullable() }),
  }),
  operation: call({
    method: 'GET',
    path: '/api/v2/monitor/operate-log/{id}',
    summary: '操作日志详情',
    access: logReaders,
    params: idParams,
    reply: operationRow.extend({ dept: z.string().nullable(), changes: z.array(changedObject) }),
  }),
  exportOperations: call({
    method: 'GET',
    path: '/api/v2/monitor/operate-log/export',
    summary: '导出操作日志',
    access: logReaders,
    query: operationFilters,
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),

  exceptions: exceptionList,
  exportExceptions: defineExport(exceptionList, '导出异常日志'),
  exception: call({
    method: 'GET',
    path: '/api/v2/monitor/exception-log/{id}',
    summary: '异常详情',
    access: faultReaders,
    params: idParams,
    reply: exceptionDetail,
  }),
  /** Marks exceptions as resolved. If one occurs again, it is open again. */
  resolveExceptions: call({
    method: 'POST',
    path: '/api/v2/monitor/exception-log/resolve',
    summary: '标记异常已处理',
    access: faultReaders,
    body: z.object({
      ids: z
        .array(id, { error: '请选择异常' })
        .min(1, '请选择异常')
        .max(MOST_RESOLVED, `一次最多处理 ${MOST_RESOLVED} 条`),
      note: text('处理说明', 200),
    }),
    reply: z.object({ changed: z.number().int() }),
  }),
  reopenException: call({
    method: 'POST',
    path: '/api/v2/monitor/exception-log/{id}/reopen',
    summary: '取消异常的已处理标记',
    access: faultReaders,
    params: idParams,
    reply: done,
  }),

  /**
   * Caches of every server process. Data of other processes are as old as their `at`; each call asks them to
   * report again.
   */
  caches: call({
    method: 'GET',
    path: '/api/v2/monitor/cache',
    summary: '系统缓存',
    access: cacheReaders,
    reply: z.array(cacheRow),
  }),
  clearCache: call({
    method: 'POST',
    path: '/api/v2/monitor/cache/clear',
    summary: '清空缓存',
    access: cacheReaders,
    /** Without `cache`: all caches. */
    body: z.object({ cache: z.string().trim().max(120, '缓存名称过长').nullish() }),
    reply: done,
  }),

  jobs: call({
    method: 'GET',
    path: '/api/v2/monitor/job',
    summary: '定时任务',
    access: jobReaders,
    reply: z.array(jobRow),
  }),
  runs: call({
    method: 'GET',
    path: '/api/v2/monitor/job/{name}/runs',
    summary: '定时任务运行记录',
    access: jobReaders,
    params: jobParams,
    query: pageQuery,
    reply: definePage(jobRun),
  }),
  runJob: call({
    method: 'POST',
    path: '/api/v2/monitor/job/{name}/run',
    summary: '立即运行定时任务',
    access: jobReaders,
    params: jobParams,
    reply: done,
    perMinute: 30,
  }),
  pauseJob: call({
    method: 'POST',
    path: '/api/v2/monitor/job/{name}/pause',
    summary: '暂停定时任务',
    access: jobReaders,
    params: jobParams,
    reply: done,
  }),
  resumeJob: call({
    method: 'POST',
    path: '/api/v2/monitor/job/{name}/resume',
    summary: '恢复定时任务',
    access: jobReaders,
    params: jobParams,
    reply: done,
  }),
}
