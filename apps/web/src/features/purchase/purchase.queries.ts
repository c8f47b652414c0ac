import { useQuery } from '@tanstack/react-query'
import { acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import { approvalCalls } from '@portal/contract/approval/approval'
import { deliveryCalls } from '@portal/contract/delivery/delivery'
import { deviceCalls, type CategoryNode } from '@portal/contract/device/device'
import { panelCalls } from '@portal/contract/panel/calls'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { stockInCalls } from '@portal/contract/stock-in/stock-in'
import { tenderCalls } from '@portal/contract/tender/calls'
import { listOf, queryOf, readOf, saveOf, takeOf, writeOf } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

const changed = [
  purchaseCalls.get,
  purchaseCalls.list,
  purchaseCalls.counts,
  panelCalls.list,
  approvalCalls.tasks,
]

export const usePurchase = readOf(purchaseCalls.get)
// What follows a purchase, in the reader's own world.
export const useFollowingTenders = readOf(tenderCalls.list)
export const useFollowingDeliveries = readOf(deliveryCalls.list)
export const useFollowingAcceptances = readOf(acceptanceCalls.list)
export const useFollowingStockIns = readOf(stockInCalls.list)
export const useFollowingStockIn = readOf(stockInCalls.get)
/** Instruments the university has already, for who asks for another. */
export const useSimilarDevices = readOf(deviceCalls.list)
export const usePurchases = listOf(purchaseCalls.list)
export const usePurchaseRules = readOf(purchaseCalls.rules)
export const savePurchases = saveOf(purchaseCalls.export, '申购.xlsx')
export const useCreatePurchase = writeOf(purchaseCalls.create, changed)
export const useChangePurchase = writeOf(purchaseCalls.change, changed)
export const useSubmitPurchase = writeOf(purchaseCalls.submit, changed)
export const decidePurchases = takeOf(purchaseCalls.decide, changed)
export const cancelPurchase = takeOf(purchaseCalls.cancel, changed)
export const useQuotePurchase = writeOf(purchaseCalls.quote, changed)
export const useAwardPurchase = writeOf(purchaseCalls.award, changed)
export const voidAward = takeOf(purchaseCalls.voidAward, changed)
export const useCertify = writeOf(purchaseCalls.certify, [...changed, acceptanceCalls.get])
export const terminatePurchase = takeOf(purchaseCalls.terminate, changed)
export const useSignContract = writeOf(purchaseCalls.signContract, changed)

/** Sends a paper as soon as it is chosen; the form names it by its id. */
export async function uploadPaper(file: File, onProgress: (part: number) => void) {
  const [kept] = await send(purchaseCalls.upload, { files: [file], onProgress, quiet: true })
  if (!kept) throw new Error('材料没有保存成功')
  return kept
}

export function useSupplierOptions(purchaseId: number, keyword: string) {
  const { data, isFetching } = useQuery({
    ...queryOf(purchaseCalls.suppliers, { params: { id: purchaseId }, query: { keyword } }),
    staleTime: 60_000,
  })
  return { options: (data ?? []).map((s) => ({ value: s.id, label: s.name })), busy: isFetching }
}

const LONG = 10 * 60_000
const flat = (nodes: readonly CategoryNode[], depth = 0): { value: number; label: string }[] =>
  nodes.flatMap((n) => [{ value: n.id, label: '　'.repeat(depth) + n.label }, ...flat(n.children, depth + 1)])
/** Where an instrument belongs and where it is to stand. */
export function usePlaceOptions() {
  const categories = useQuery({ ...queryOf(deviceCalls.categoryTree), staleTime: LONG })
  const labs = useQuery({ ...queryOf(deviceCalls.labs), staleTime: LONG })
  return {
    categories: flat(categories.data ?? []),
    labs: (labs.data ?? []).map((l) => ({ value: l.id, label: l.name })),
  }
}
