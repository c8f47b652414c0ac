import { approvalCalls } from '@portal/contract/approval/approval'
import { deliveryCalls } from '@portal/contract/delivery/delivery'
import { listOf, readOf, saveOf, takeOf, writeOf } from '../../lib/query.ts'

const changed = [deliveryCalls.list, deliveryCalls.get, approvalCalls.tasks, approvalCalls.wait]

export const useDeliveries = listOf(deliveryCalls.list)
export const saveDeliveries = saveOf(deliveryCalls.export, '供货单.xlsx')
export const useDelivery = readOf(deliveryCalls.get)
export const useSavePieces = writeOf(deliveryCalls.save, changed)
export const useSubmitDelivery = writeOf(deliveryCalls.submit, changed)
export const useAddDeliveryFile = writeOf(deliveryCalls.addFile, [deliveryCalls.get])
export const useRemoveDeliveryFile = writeOf(deliveryCalls.removeFile, [deliveryCalls.get])
export const auditDeliveries = takeOf(deliveryCalls.audit, changed)
