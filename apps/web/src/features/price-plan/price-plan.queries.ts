import { deviceCalls } from '@portal/contract/device/device'
import { pricePlanCalls } from '@portal/contract/price-plan/price-plan'
import { listOf, readOf } from '../../lib/query.ts'

export const useCurrentPrices = readOf(pricePlanCalls.current)
export const usePriceVersions = readOf(pricePlanCalls.list)
export const usePricedDevice = readOf(deviceCalls.info)
export const usePricedDevices = listOf(deviceCalls.shared)
