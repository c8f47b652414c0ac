import { approvalCalls } from '@portal/contract/approval/approval'
import { panelCalls } from '@portal/contract/panel/calls'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { defineList, defineRead, defineSave, defineWrite } from '../../lib/query.ts'

const changed = [panelCalls.get, panelCalls.list, purchaseCalls.get, purchaseCalls.list, approvalCalls.tasks]

export const usePanel = defineRead(panelCalls.get)
export const usePanels = defineList(panelCalls.list)
export const savePanels = defineSave(panelCalls.export, '论证.xlsx')
export const useChangePanel = defineWrite(panelCalls.change, changed)
export const useCallPanel = defineWrite(panelCalls.call, changed)
export const useRecallPanel = defineWrite(panelCalls.recall, changed)
export const useSignPanel = defineWrite(panelCalls.sign, changed)
