import { labCalls } from '@portal/contract/lab/lab'
import { listOf, readOf, renew, saveOf, writeOf } from '../../lib/query.ts'

// What the back office of labs asks the server.

const lists = [
  labCalls.managed,
  labCalls.list,
  labCalls.search,
  labCalls.select,
  labCalls.byGrade,
  labCalls.get,
  labCalls.detail,
]
export const useManagedLabs = listOf(labCalls.managed)
export const useManagedLab = readOf(labCalls.get)
export const useCreateLab = writeOf(labCalls.create, lists)
export const useEnableLab = writeOf(labCalls.enable, lists)
export const useRemoveLab = writeOf(labCalls.remove, lists)
export const saveLabs = saveOf(labCalls.export, '实验室.xlsx')
export const renewLabs = () => renew(lists)
