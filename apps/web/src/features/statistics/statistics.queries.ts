import { statisticsCalls } from '@portal/contract/statistics/statistics'
import { defineList, defineRead, defineSave } from '../../lib/query.ts'

export const useScopes = defineRead(statisticsCalls.scopes)
export const useOverview = defineRead(statisticsCalls.overview)
/** A few rows inside another page; for a list use `useTableRows`. */
export const useTable = defineRead(statisticsCalls.table)
export const useTableRows = defineList(statisticsCalls.table)
export const saveTable = defineSave(statisticsCalls.exportTable, '使用统计表.xlsx')
export const useUses = defineList(statisticsCalls.uses)
export const saveUses = defineSave(statisticsCalls.exportUses, '使用记录明细.xlsx')
