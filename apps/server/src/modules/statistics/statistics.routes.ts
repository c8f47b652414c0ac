import { statisticsCalls } from '@portal/contract/statistics/statistics'
import type { Routes } from '../../kernel/serve.ts'
import { exportTable, exportUses, listScopes, overview, table, uses } from './statistics.handler.ts'

export const statisticsRoutes: Routes = (on) => {
  on(statisticsCalls.scopes, listScopes)
  on(statisticsCalls.overview, overview)
  on(statisticsCalls.table, table)
  on(statisticsCalls.exportTable, exportTable)
  on(statisticsCalls.uses, uses)
  on(statisticsCalls.exportUses, exportUses)
}
