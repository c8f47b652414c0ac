import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bookingCalls } from '@portal/contract/booking/booking'
import { approvalCalls } from '@portal/contract/approval/approval'
import type { Arguments } from '@portal/contract/kernel/call'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { listOf, queryOf, readOf, renew, saveOf, takeOf, writeOf } from '../../lib/query.ts'
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

export const useTestOrder = readOf(testOrderCalls.measureInfo)
export const useMyTestOrders = listOf(testOrderCalls.mine)
export const useWaitingTestOrders = listOf(testOrderCalls.awaitingMe)
export const useJudgedTestOrders = listOf(testOrderCalls.auditedByMe)
export const useLabTestOrders = listOf(testOrderCalls.measureList)
export const useAllTestOrders = listOf(testOrderCalls.settleList)
export const useTestOrdersToSettle = listOf(settlementCalls.waitPay)

export const saveTestOrders = saveOf(testOrderCalls.export, '测试单.xlsx')
export const useSaveTestOrder = writeOf(testOrderCalls.save, changed)
export const useSubmitTestOrder = writeOf(testOrderCalls.submit, changed)
export const auditTestOrders = takeOf(testOrderCalls.audit, changed)
export const useCorrectTestOrder = writeOf(testOrderCalls.correct, changed)
export const useWithdrawResultFile = writeOf(testOrderCalls.withdrawFile, changed)
export const useProposePayer = writeOf(testOrderCalls.proposePayer, changed)
export const useProposeWriteOff = writeOf(testOrderCalls.proposeWriteOff, changed)
export const withdrawProposal = takeOf(testOrderCalls.withdrawProposal, changed)
export const useRemoveResultFile = writeOf(testOrderCalls.removeFile, changed)

type Form = NonNullable<Arguments<typeof testOrderCalls.preview>['body']>
/**
 * The bill a form would make; the last one stays in sight until the next has come. null: not filled in enough
 * to reckon.
 */
export const useBillPreview = (id: number, body: Form | null) =>
  useQuery({
    ...queryOf(testOrderCalls.preview, { params: { id }, body: body ?? ({} as Form) }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Sends one result file at once; it hangs on the test order from then on. */
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
