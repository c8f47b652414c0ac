import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bookingCalls } from '@portal/contract/booking/calls'
import { approvalCalls } from '@portal/contract/approval/approval'
import type { Arguments } from '@portal/contract/kernel/call'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import {
  defineList,
  makeQuery,
  defineRead,
  renew,
  defineSave,
  defineTake,
  defineWrite,
} from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

const changed = [
  testOrderCalls.get,
  testOrderCalls.measureInfo,
  testOrderCalls.awaitingMe,
  testOrderCalls.auditedByMe,
  testOrderCalls.mine,
  testOrderCalls.measureList,
  testOrderCalls.settleList,
  settlementCalls.waitPay,
  settlementCalls.counts,
  bookingCalls.get,
  approvalCalls.tasks,
]

export const useTestOrder = defineRead(testOrderCalls.measureInfo)
export const useMyTestOrders = defineList(testOrderCalls.mine)
export const useWaitingTestOrders = defineList(testOrderCalls.awaitingMe)
export const useJudgedTestOrders = defineList(testOrderCalls.auditedByMe)
export const useLabTestOrders = defineList(testOrderCalls.measureList)
export const useAllTestOrders = defineList(testOrderCalls.settleList)
export const useTestOrdersToSettle = defineList(settlementCalls.waitPay)

export const saveTestOrders = defineSave(testOrderCalls.export, '测试单.xlsx')
export const useSaveTestOrder = defineWrite(testOrderCalls.save, changed)
export const useSubmitTestOrder = defineWrite(testOrderCalls.submit, changed)
export const auditTestOrders = defineTake(testOrderCalls.audit, changed)
export const useCorrectTestOrder = defineWrite(testOrderCalls.correct, changed)
export const useWithdrawResultFile = defineWrite(testOrderCalls.withdrawFile, changed)
export const useProposePayer = defineWrite(testOrderCalls.proposePayer, changed)
export const useProposeWriteOff = defineWrite(testOrderCalls.proposeWriteOff, changed)
export const withdrawProposal = defineTake(testOrderCalls.withdrawProposal, changed)
export const useRemoveResultFile = defineWrite(testOrderCalls.removeFile, changed)

type Form = NonNullable<Arguments<typeof testOrderCalls.preview>['body']>
/**
 * The bill that the form would produce; the last one stays until the next arrives. Null: not enough values to
 * compute it.
 */
export const useBillPreview = (id: number, body: Form | null) =>
  useQuery({
    ...makeQuery(testOrderCalls.preview, { params: { id }, body: body ?? ({} as Form) }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Uploads one result file; it belongs to the test order from then on. */
export async function addResultFile(id: number, file: File, onProgress: (part: number) => void) {
  const [attachment] = await send(testOrderCalls.addFiles, {
    params: { id },
    files: [file],
    onProgress,
    quiet: true,
  })
  if (!attachment) throw new Error('文件没有保存成功')
  await renew([testOrderCalls.get, testOrderCalls.measureInfo])
  return attachment
}
