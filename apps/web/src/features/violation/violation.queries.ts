import { approvalCalls } from '@portal/contract/approval/approval'
import { bookingCalls } from '@portal/contract/booking/booking'
import { violationCalls } from '@portal/contract/violation/violation'
import { listOf, saveOf, writeOf } from '../../lib/query.ts'

const changed = [violationCalls.list, approvalCalls.tasks, approvalCalls.wait, bookingCalls.get]

export const useViolations = listOf(violationCalls.list)
export const saveViolations = saveOf(violationCalls.export, '违约记录.xlsx')
export const useAppeal = writeOf(violationCalls.appeal, changed)
export const useDecideViolation = writeOf(violationCalls.decide, changed)
