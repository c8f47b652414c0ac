import * as jobRuns from '../../kernel/job-run.store.ts'
import type { Job } from '../../kernel/jobs.ts'
import { addMinutes } from '../../kernel/time.ts'
import * as caches from './cache.store.ts'
import * as exceptions from './exception.store.ts'
import * as operations from './operation.store.ts'
import * as platform from './platform.store.ts'

/** The law (网络安全法 第二十一条) wants logs kept for at least six months. */
const OPERATION_DAYS = 400
const EXCEPTION_DAYS = 90
const RUN_DAYS = 14
/** Rows deleted per run; a campus writes fewer per day. */
const BITE = 200_000

const daysBefore = (now: Date, days: number) => addMinutes(now, -days * 24 * 60)

export const monitorJobs: readonly Job[] = [
  {
    name: 'operation-log-forget',
    title: `清理 ${OPERATION_DAYS} 天前的操作日志`,
    cron: '10 4 * * *',
    run: (ctx) => operations.forget(ctx, daysBefore(ctx.now, OPERATION_DAYS), BITE),
  },
  {
    name: 'exception-log-forget',
    title: `清理 ${EXCEPTION_DAYS} 天未再发生的异常`,
    cron: '20 4 * * *',
    run: (ctx) => exceptions.forget(ctx, daysBefore(ctx.now, EXCEPTION_DAYS)),
  },
  {
    name: 'job-run-forget',
    title: `清理 ${RUN_DAYS} 天前的任务运行记录`,
    cron: '25 4 * * *',
    run: async (ctx) => {
      const before = daysBefore(ctx.now, RUN_DAYS)
      const reports = (await caches.forget(ctx.db, before)) + (await platform.forget(ctx.db, before))
      return (await jobRuns.forget(ctx.db, before)) + reports
    },
  },
]
