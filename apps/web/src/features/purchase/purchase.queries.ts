import { useQuery } from '@tanstack/react-query'
import { acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import { approvalCalls } from '@portal/contract/approval/approval'
import { deliveryCalls } from '@portal/contract/delivery/delivery'
import { deviceCalls } from '@portal/contract/device/device'
import { panelCalls } from '@portal/contract/panel/calls'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { stockInCalls } from '@portal/contract/stock-in/stock-in'
import { tenderCalls } from '@portal/contract/tender/calls'
import { defineList, makeQuery, defineRead, defineSave, defineTake, defineWrite } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'
import { makeFound } from '../../ui/form/found.ts'

const changed = [
  purchaseCalls.get,
  purchaseCalls.list,
  purchaseCalls.counts,
  panelCalls.list,
  approvalCalls.tasks,
]

export const usePurchase = defineRead(purchaseCalls.get)
// What follows a purchase, limited to the reader's own rows.
export const useFollowingTenders = defineRead(tenderCalls.list)
export const useFollowingDeliveries = defineRead(deliveryCalls.list)
export const useFollowingAcceptances = defineRead(acceptanceCalls.list)
export const useFollowingStockIns = defineRead(stockInCalls.list)
export const useFollowingStockIn = defineRead(stockInCalls.get)
/** Instruments that the university already has, for someone who requests another. */
export const useSimilarDevices = defineRead(deviceCalls.list)
export const usePurchases = defineList(purchaseCalls.list)
export const usePurchaseRules = defineRead(purchaseCalls.rules)
export const savePurchases = defineSave(purchaseCalls.export, '申购.xlsx')
export const useCreatePurchase = defineWrite(purchaseCalls.create, changed)
export const useChangePurchase = defineWrite(purchaseCalls.change, changed)
export const useSubmitPurchase = defineWrite(purchaseCalls.submit, changed)
export const decidePurchases = defineTake(purchaseCalls.decide, changed)
export const cancelPurchase = defineTake(purchaseCalls.cancel, changed)
export const useQuotePurchase = defineWrite(purchaseCalls.quote, changed)
export const useAwardPurchase = defineWrite(purchaseCalls.award, changed)
export const voidAward = defineTake(purchaseCalls.voidAward, changed)
export const useCertify = defineWrite(purchaseCalls.certify, [...changed, acceptanceCalls.get])
export const terminatePurchase = defineTake(purchaseCalls.terminate, changed)
export const useSignContract = defineWrite(purchaseCalls.signContract, changed)
export const useCorrectContract = defineWrite(purchaseCalls.correctContract, [
  ...changed,
  deliveryCalls.list,
  deliveryCalls.get,
])

/** Uploads a paper as soon as it is chosen; the form refers to it by id. */
export async function uploadPaper(file: File, onProgress: (part: number) => void) {
  const [kept] = await send(purchaseCalls.upload, { files: [file], onProgress, quiet: true })
  if (!kept) throw new Error('材料没有保存成功')
  return kept
}

export function useSupplierOptions(purchaseId: number, keyword: string) {
  const query = useQuery({
    ...makeQuery(purchaseCalls.suppliers, { params: { id: purchaseId }, query: { keyword } }),
    staleTime: 60_000,
  })
  return makeFound(query, (rows) => rows.map((s) => ({ value: s.id, label: s.name })))
}
