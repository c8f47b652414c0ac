import { labCalls } from '@portal/contract/lab/lab'
import { defineList, defineRead, renew, defineSave, defineWrite } from '../../lib/query.ts'
import { shownLabs } from './shown-labs.ts'

// Requests of the labs' back office.

export const useManagedLabs = defineList(labCalls.managed)
export const useManagedLab = defineRead(labCalls.get)
export const useCreateLab = defineWrite(labCalls.create, shownLabs)
export const useEnableLab = defineWrite(labCalls.enable, shownLabs)
export const useRemoveLab = defineWrite(labCalls.remove, shownLabs)
export const saveLabs = defineSave(labCalls.export, '实验室.xlsx')
export const renewLabs = () => renew(shownLabs)
