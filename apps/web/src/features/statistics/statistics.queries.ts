import { statisticsCalls } from '@portal/contract/statistics/statistics'
import { listOf, readOf, saveOf } from '../../lib/query.ts'

export const useScopes = readOf(statisticsCalls.scopes)
export const useOverview = readOf(statisticsCalls.overview)
/** A few rows on a page of other things; `useTableRows` for a list. */
export const useTable = readOf(statisticsCalls.table)
export const useTableRows = listOf(statisticsCalls.table)
export const saveTable = saveOf(statisticsCalls.exportTable, '使用统计表.xlsx')
export const useUses = listOf(statisticsCalls.uses)
export const saveUses = saveOf(statisticsCalls.exportUses, '使用记录明细.xlsx')
