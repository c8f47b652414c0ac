import { absenceCalls } from '@portal/contract/approval/absence'
import { defineRead, defineWrite } from '../../lib/query.ts'

const planned = [absenceCalls.list]
export const useAbsences = defineRead(absenceCalls.list)
export const useAddAbsence = defineWrite(absenceCalls.add, planned)
export const useEndAbsence = defineWrite(absenceCalls.end, planned)
