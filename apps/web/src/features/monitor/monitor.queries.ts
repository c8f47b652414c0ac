import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { monitorCalls, type JobRun } from '@portal/contract/monitor/monitor'
import { platformCalls } from '@portal/contract/monitor/platform'
import { defineEndless } from '../../lib/endless.ts'
import { defineList, makeQuery, defineRead, defineSave, defineWrite, type RowsHook } from '../../lib/query.ts'

/** The operation log, newest first, further pages on demand. */
export const useOperations = defineEndless(monitorCalls.operations)
export const useOperation = defineRead(monitorCalls.operation)
export const saveOperations = defineSave(monitorCalls.exportOperations, '操作日志.xlsx')

const faults = [monitorCalls.exceptions, monitorCalls.exception]
export const useExceptions = defineList(monitorCalls.exceptions)
export const saveExceptions = defineSave(monitorCalls.exportExceptions, '异常日志.xlsx')
export const useException = defineRead(monitorCalls.exception)
export const useResolveExceptions = defineWrite(monitorCalls.resolveExceptions, faults)
export const useReopenException = defineWrite(monitorCalls.reopenException, faults)

/** The current state of the platform. */
export const usePlatform = defineRead(platformCalls.platform)

export const useCaches = defineRead(monitorCalls.caches)
export const useClearCache = defineWrite(monitorCalls.clearCache, [monitorCalls.caches])

const work = [monitorCalls.jobs, monitorCalls.runs]
export const useJobs = defineRead(monitorCalls.jobs)
export const useRunJob = defineWrite(monitorCalls.runJob, work)
export const usePauseJob = defineWrite(monitorCalls.pauseJob, work)
export const useResumeJob = defineWrite(monitorCalls.resumeJob, work)
/** Defines the list of one job's runs. */
export const defineRuns =
  (name: string): RowsHook<JobRun> =>
  ({ page, size }) =>
    useQuery({
      ...makeQuery(monitorCalls.runs, { params: { name }, query: { page, size } }),
      placeholderData: keepPreviousData,
      refetchInterval: 5000,
    })
