import { pivotCalls } from '@portal/contract/statistics/pivot'
import { listOf, readOf, saveOf } from '../../lib/query.ts'

export const usePivot = readOf(pivotCalls.pivot)
export const savePivot = saveOf(pivotCalls.exportPivot, '交叉分析.xlsx')
export const usePivotUses = listOf(pivotCalls.pivotUses)
export const savePivotUses = saveOf(pivotCalls.exportPivotUses, '交叉分析-使用记录.xlsx')
