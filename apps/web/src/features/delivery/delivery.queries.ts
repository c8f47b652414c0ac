import { approvalCalls } from '@portal/contract/approval/approval'
import { deliveryCalls } from '@portal/contract/delivery/delivery'
import { defineList, defineRead, defineSave, defineTake, defineWrite } from '../../lib/query.ts'

const changed = [deliveryCalls.list, deliveryCalls.get, approvalCalls.tasks, approvalCalls.wait]

export const useDeliveries = defineList(deliveryCalls.list)
export const saveDeliveries = defineSave(deliveryCalls.export, '供货单.xlsx')
export const useDelivery = defineRead(deliveryCalls.get)
export const useSavePieces = defineWrite(deliveryCalls.save, changed)
export const useSubmitDelivery = defineWrite(deliveryCalls.submit, changed)
export const useAddDeliveryFile = defineWrite(deliveryCalls.addFile, [deliveryCalls.get])
export const useRemoveDeliveryFile = defineWrite(deliveryCalls.removeFile, [deliveryCalls.get])
export const auditDeliveries = defineTake(deliveryCalls.audit, changed)
