import { demonstrateCalls } from '@portal/contract/price-plan/demonstrate'
import { justificationCalls } from '@portal/contract/price-plan/justification'
import { pricePlanCalls } from '@portal/contract/price-plan/price-plan'
import type { Routes } from '../../kernel/serve.ts'
import { estimate, exportDemonstrated, listDemonstrated } from './demonstrate.handler.ts'
import * as justification from './justification.handler.ts'
import * as pricePlan from './price-plan.handler.ts'

export const pricePlanRoutes: Routes = (on) => {
  on(pricePlanCalls.list, pricePlan.list)
  on(pricePlanCalls.brief, pricePlan.showBrief)
  on(pricePlanCalls.current, pricePlan.showCurrent)
  on(pricePlanCalls.create, pricePlan.create)
  on(pricePlanCalls.end, pricePlan.end)
  on(pricePlanCalls.withdraw, pricePlan.withdraw)
  on(demonstrateCalls.demonstrated, listDemonstrated)
  on(demonstrateCalls.exportDemonstrated, exportDemonstrated)
  on(demonstrateCalls.estimate, estimate)
  on(justificationCalls.justifications, justification.listJustifications)
  on(justificationCalls.justification, justification.showJustification)
  on(justificationCalls.justify, justification.justify)
  on(justificationCalls.addPaper, justification.addPaper)
}
