import { pivotCalls } from '@portal/contract/statistics/pivot'
import { defineList, defineRead, defineSave } from '../../lib/query.ts'

export const usePivot = defineRead(pivotCalls.pivot)
export const savePivot = defineSave(pivotCalls.exportPivot, '交叉分析.xlsx')
export const usePivotUses = defineList(pivotCalls.pivotUses)
export const savePivotUses = defineSave(pivotCalls.exportPivotUses, '交叉分析-使用记录.xlsx')
