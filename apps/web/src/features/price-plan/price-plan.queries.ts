import { pricePlanCalls } from '@portal/contract/price-plan/price-plan'
import { readOf } from '../../lib/query.ts'

export const useCurrentPrices = readOf(pricePlanCalls.current)
