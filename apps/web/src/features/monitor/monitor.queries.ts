import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { monitorCalls, type JobRun } from '@portal/contract/monitor/monitor'
import { platformCalls } from '@portal/contract/monitor/platform'
import { keyOf, listOf, queryOf, readOf, saveOf, writeOf, type RowsHook } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

/** The operation log, newest first, as far down as one cares to go. */
export const useOperations = (filters: Record<string, string>) =>
  useInfiniteQuery({
    queryKey: [...keyOf(monitorCalls.operations), filters],
    queryFn: ({ pageParam, signal }) =>
      send(monitorCalls.operations, {
        query: { ...filters, before: pageParam, size: 50 } as never,
        signal,
        quiet: true,
      }), // the filters are the address bar's text
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })
export const useOperation = readOf(monitorCalls.operation)
export const saveOperations = saveOf(monitorCalls.exportOperations, '操作日志.xlsx')

const faults = [monitorCalls.exceptions, monitorCalls.exception]
export const useExceptions = listOf(monitorCalls.exceptions)
export const saveExceptions = saveOf(monitorCalls.exportExceptions, '异常日志.xlsx')
export const useException = readOf(monitorCalls.exception)
export const useResolveExceptions = writeOf(monitorCalls.resolveExceptions, faults)
export const useReopenException = writeOf(monitorCalls.reopenException, faults)

/** How the platform is now. */
export const usePlatform = readOf(platformCalls.platform)

export const useCaches = readOf(monitorCalls.caches)
export const useClearCache = writeOf(monitorCalls.clearCache, [monitorCalls.caches])

const work = [monitorCalls.jobs, monitorCalls.runs]
export const useJobs = readOf(monitorCalls.jobs)
export const useRunJob = writeOf(monitorCalls.runJob, work)
export const usePauseJob = writeOf(monitorCalls.pauseJob, work)
export const useResumeJob = writeOf(monitorCalls.resumeJob, work)
/** The runs of one job. */
export const runsOf =
  (name: string): RowsHook<JobRun> =>
  ({ page, size }) =>
    useQuery({
      ...queryOf(monitorCalls.runs, { params: { name }, query: { page, size } }),
      placeholderData: keepPreviousData,
      refetchInterval: 5000,
    })
