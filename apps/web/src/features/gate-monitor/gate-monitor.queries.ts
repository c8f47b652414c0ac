import { gateMonitorCalls } from '@portal/contract/gate-monitor/gate-monitor'
import { defineEndless } from '../../lib/endless.ts'
import { defineRead, defineSave, defineWrite, makeKey, queryClient } from '../../lib/query.ts'

export const monitorNews = [gateMonitorCalls.monitor]
export const logNews = [gateMonitorCalls.log]
export const useMonitor = defineRead(gateMonitorCalls.monitor)
/** Newest first, further pages on demand. */
export const useLog = defineEndless(gateMonitorCalls.log)
/** Drops all pages but the newest, as on opening the page. */
export const startLogAnew = () => queryClient.resetQueries({ queryKey: makeKey(gateMonitorCalls.log) })
export const saveLog = defineSave(gateMonitorCalls.exportLog, '门禁监控记录.xlsx')

export const useWall = defineRead(gateMonitorCalls.wall)
export const useWallSetting = defineRead(gateMonitorCalls.wallSetting)
export const useChangeWall = defineWrite(gateMonitorCalls.changeWall, [
  gateMonitorCalls.wallSetting,
  gateMonitorCalls.wall,
])
