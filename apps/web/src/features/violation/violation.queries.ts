import { approvalCalls } from '@portal/contract/approval/approval'
import { bookingCalls } from '@portal/contract/booking/calls'
import { violationCalls } from '@portal/contract/violation/violation'
import { defineList, defineSave, defineWrite } from '../../lib/query.ts'

const changed = [violationCalls.list, approvalCalls.tasks, approvalCalls.wait, bookingCalls.get]

export const useViolations = defineList(violationCalls.list)
export const saveViolations = defineSave(violationCalls.export, '违约记录.xlsx')
export const useAppeal = defineWrite(violationCalls.appeal, changed)
export const useDecideViolation = defineWrite(violationCalls.decide, changed)
