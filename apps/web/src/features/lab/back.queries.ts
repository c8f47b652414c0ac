import { labCalls } from '@portal/contract/lab/lab'
import { defineList, defineRead, renew, defineSave, defineWrite } from '../../lib/query.ts'

// Requests of the labs' back office.

const lists = [
  labCalls.managed,
  labCalls.list,
  labCalls.search,
  labCalls.select,
  labCalls.byGrade,
  labCalls.get,
  labCalls.detail,
]
export const useManagedLabs = defineList(labCalls.managed)
export const useManagedLab = defineRead(labCalls.get)
export const useCreateLab = defineWrite(labCalls.create, lists)
export const useEnableLab = defineWrite(labCalls.enable, lists)
export const useRemoveLab = defineWrite(labCalls.remove, lists)
export const saveLabs = defineSave(labCalls.export, '实验室.xlsx')
export const renewLabs = () => renew(lists)
