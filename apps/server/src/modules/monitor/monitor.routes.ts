import { monitorCalls } from '@portal/contract/monitor/monitor'
import { platformCalls } from '@portal/contract/monitor/platform'
import type { Routes } from '../../kernel/serve.ts'
import * as cache from './cache.handler.ts'
import * as exception from './exception.handler.ts'
import * as job from './job.handler.ts'
import * as operation from './operation.handler.ts'
import * as platform from './platform.handler.ts'

export const monitorRoutes: Routes = (on) => {
  on(platformCalls.platform, platform.getPlatform)
  on(monitorCalls.operations, operation.listOperations)
  on(monitorCalls.operation, operation.getOperation)
  on(monitorCalls.exportOperations, operation.exportOperations)
  on(monitorCalls.exceptions, exception.listExceptions)
  on(monitorCalls.exportExceptions, exception.exportExceptions)
  on(monitorCalls.exception, exception.getException)
  on(monitorCalls.resolveExceptions, exception.resolve)
  on(monitorCalls.reopenException, exception.reopen)
  on(monitorCalls.caches, cache.listCaches)
  on(monitorCalls.clearCache, cache.clear)
  on(monitorCalls.jobs, job.listJobs)
  on(monitorCalls.runs, job.listRuns)
  on(monitorCalls.runJob, job.runNow)
  on(monitorCalls.pauseJob, job.pause)
  on(monitorCalls.resumeJob, job.resume)
}
