import { approvalCalls } from '@portal/contract/approval/approval'
import { panelCalls } from '@portal/contract/panel/calls'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { listOf, readOf, saveOf, writeOf } from '../../lib/query.ts'

const changed = [panelCalls.get, panelCalls.list, purchaseCalls.get, purchaseCalls.list, approvalCalls.tasks]

export const usePanel = readOf(panelCalls.get)
export const usePanels = listOf(panelCalls.list)
export const savePanels = saveOf(panelCalls.export, '论证.xlsx')
export const useChangePanel = writeOf(panelCalls.change, changed)
export const useCallPanel = writeOf(panelCalls.call, changed)
export const useRecallPanel = writeOf(panelCalls.recall, changed)
export const useSignPanel = writeOf(panelCalls.sign, changed)
