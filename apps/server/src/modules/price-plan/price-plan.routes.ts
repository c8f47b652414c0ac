import { pricePlanCalls } from '@portal/contract/price-plan/price-plan'
import type { Routes } from '../../kernel/serve.ts'
import * as pricePlan from './price-plan.service.ts'

export const pricePlanRoutes: Routes = (on) => {
  on(pricePlanCalls.list, pricePlan.list)
  on(pricePlanCalls.current, pricePlan.current)
  on(pricePlanCalls.create, pricePlan.create)
  on(pricePlanCalls.end, pricePlan.end)
  on(pricePlanCalls.withdraw, pricePlan.withdraw)
}
