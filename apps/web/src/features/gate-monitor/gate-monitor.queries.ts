import { useInfiniteQuery } from '@tanstack/react-query'
import { gateMonitorCalls } from '@portal/contract/gate-monitor/gate-monitor'
import { defineRead, defineSave, defineWrite, makeKey, queryClient } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

export const monitorNews = [gateMonitorCalls.monitor]
export const logNews = [gateMonitorCalls.log]
export const useMonitor = defineRead(gateMonitorCalls.monitor)
/** The newest first, as far down as one cares to go. */
export const useLog = (filters: Record<string, string>) =>
  useInfiniteQuery({
    queryKey: [...makeKey(gateMonitorCalls.log), filters],
    queryFn: ({ pageParam, signal }) =>
      send(gateMonitorCalls.log, {
        query: { ...filters, before: pageParam, size: 50 } as never,
        signal,
        quiet: true,
      }), // the filters are the address bar's text
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })
/** The newest page only, as when one came. */
export const startLogAnew = () => queryClient.resetQueries({ queryKey: makeKey(gateMonitorCalls.log) })
export const saveLog = defineSave(gateMonitorCalls.exportLog, '门禁监控记录.xlsx')

export const useWall = defineRead(gateMonitorCalls.wall)
export const useWallSetting = defineRead(gateMonitorCalls.wallSetting)
export const useChangeWall = defineWrite(gateMonitorCalls.changeWall, [
  gateMonitorCalls.wallSetting,
  gateMonitorCalls.wall,
])
