import { boardCalls } from '@portal/contract/statistics/board'
import { pivotCalls } from '@portal/contract/statistics/pivot'
import { statisticsCalls } from '@portal/contract/statistics/statistics'
import { trendCalls } from '@portal/contract/statistics/trend'
import { viewCalls } from '@portal/contract/statistics/view'
import { listWrites } from '../../kernel/cache.ts'
import type { Routes } from '../../kernel/serve.ts'
import { board, changeHall, hall, hallSetting } from './board.handler.ts'
import { exportPivot, exportPivotUses, pivot, pivotUses } from './pivot.handler.ts'
import { exportTable, exportUses, listScopes, overview, table, uses } from './statistics.handler.ts'
import { deviceTrends, labTrend } from './trend.handler.ts'
import * as view from './view.handler.ts'

export const statisticsRoutes: Routes = (on) => {
  on(statisticsCalls.scopes, listScopes)
  on(statisticsCalls.overview, overview)
  on(statisticsCalls.table, table)
  on(statisticsCalls.exportTable, exportTable)
  on(statisticsCalls.uses, uses)
  on(statisticsCalls.exportUses, exportUses)
  on(pivotCalls.pivot, pivot)
  on(pivotCalls.exportPivot, exportPivot)
  on(pivotCalls.pivotUses, pivotUses)
  on(pivotCalls.exportPivotUses, exportPivotUses)
  on(viewCalls.views, view.views)
  on(viewCalls.createView, view.createView)
  on(viewCalls.changeView, view.changeView)
  on(viewCalls.removeView, view.removeView)
  on(viewCalls.subscribe, view.subscribe)
  on(viewCalls.unsubscribe, view.unsubscribe)
  on(viewCalls.stopMail, view.stopMail)
  on(trendCalls.deviceTrends, deviceTrends)
  on(trendCalls.labTrend, labTrend)
  on(boardCalls.board, board)
  // Its sums change every minute, so they do not invalidate
  // the cached reply; a lifetime of a minute is short enough.
  on(boardCalls.hall, hall, { tables: ['hall_setting'], calls: listWrites(boardCalls) })
  on(boardCalls.hallSetting, hallSetting)
  on(boardCalls.changeHall, changeHall)
}
