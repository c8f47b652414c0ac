import { deviceCalls } from '@portal/contract/device/device'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { labCalls } from '@portal/contract/lab/lab'
import { openingCalls } from '@portal/contract/opening/opening'
import { pricePlanCalls } from '@portal/contract/price-plan/price-plan'
import { useQuery } from '@tanstack/react-query'
import { listOf, queryOf, readOf, saveOf, writeOf } from '../../lib/query.ts'

const changed = [openingCalls.get, openingCalls.list, openingCalls.times]

export const useOpenings = listOf(openingCalls.list)
export const saveOpenings = saveOf(openingCalls.export, '仪器开放设置.xlsx')
export const useOpening = readOf(openingCalls.get)
export const useChangeOpening = writeOf(openingCalls.change, changed)
export const useShareDevice = writeOf(deviceManageCalls.operate, [
  ...changed,
  deviceManageCalls.manageList,
  deviceCalls.info,
])
export const useAddWindow = writeOf(openingCalls.addWindow, changed)
export const useEnableWindow = writeOf(openingCalls.enableWindow, changed)
export const useRemoveWindow = writeOf(openingCalls.removeWindow, changed)
export const useAddException = writeOf(openingCalls.addException, changed)
export const useRemoveException = writeOf(openingCalls.removeException, changed)

export const usePricePlans = readOf(pricePlanCalls.list)
export const useCreatePricePlan = writeOf(pricePlanCalls.create, [
  pricePlanCalls.list,
  pricePlanCalls.current,
])
export const useEndPricePlan = writeOf(pricePlanCalls.end, [pricePlanCalls.list, pricePlanCalls.current])
export const useWithdrawPricePlan = writeOf(pricePlanCalls.withdraw, [pricePlanCalls.list])

export const useReviewers = readOf(labCalls.reviewers)
export const useAddReviewer = writeOf(labCalls.addReviewer, [labCalls.reviewers])
export const useRemoveReviewer = writeOf(labCalls.removeReviewer, [labCalls.reviewers])

/** For filters: labs that have shared devices. */
export function useLabFilter() {
  const { data } = useQuery({ ...queryOf(deviceCalls.labs, {}), staleTime: 600_000 })
  return (data ?? []).map((l) => ({ value: l.id, label: l.name }))
}
