import { deviceCalls } from '@portal/contract/device/device'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { labCalls } from '@portal/contract/lab/lab'
import { openingCalls } from '@portal/contract/opening/opening'
import { pricePlanCalls } from '@portal/contract/price-plan/price-plan'
import { useQuery } from '@tanstack/react-query'
import { defineList, makeQuery, defineRead, defineSave, defineWrite } from '../../lib/query.ts'

const changed = [
  openingCalls.get,
  openingCalls.list,
  openingCalls.times,
  openingCalls.availability,
  deviceManageCalls.manageList,
]
const dated = [...changed, openingCalls.holidays]
const priced = [
  pricePlanCalls.list,
  pricePlanCalls.current,
  pricePlanCalls.brief,
  openingCalls.get,
  openingCalls.list,
]
const reviewed = [labCalls.reviewers, openingCalls.get]

export const useOpenings = defineList(openingCalls.list)
export const saveOpenings = defineSave(openingCalls.export, '仪器开放设置.xlsx')
export const useOpening = defineRead(openingCalls.get)
export const useChangeOpening = defineWrite(openingCalls.change, changed)
export const useShareDevice = defineWrite(deviceManageCalls.operate, [
  ...changed,
  deviceCalls.info,
  deviceCalls.labs,
])
export const useAddWindow = defineWrite(openingCalls.addWindow, changed)
export const useChangeWindow = defineWrite(openingCalls.changeWindow, changed)
export const useEnableWindow = defineWrite(openingCalls.enableWindow, changed)
export const useRemoveWindow = defineWrite(openingCalls.removeWindow, changed)
export const useHolidays = defineRead(openingCalls.holidays)
export const useAddException = defineWrite(openingCalls.addException, dated)
export const useRemoveException = defineWrite(openingCalls.removeException, dated)

export const usePricePlans = defineRead(pricePlanCalls.list)
export const useCreatePricePlan = defineWrite(pricePlanCalls.create, priced)
export const useEndPricePlan = defineWrite(pricePlanCalls.end, priced)
export const useWithdrawPricePlan = defineWrite(pricePlanCalls.withdraw, [pricePlanCalls.list])

export const useReviewers = defineRead(labCalls.reviewers)
export const useAddReviewer = defineWrite(labCalls.addReviewer, reviewed)
export const useRemoveReviewer = defineWrite(labCalls.removeReviewer, reviewed)

/** For filters: labs that have shared devices. */
export function useLabFilter() {
  const { data } = useQuery({ ...makeQuery(deviceCalls.labs, {}), staleTime: 600_000 })
  return (data ?? []).map((l) => ({ value: l.id, label: l.name }))
}
