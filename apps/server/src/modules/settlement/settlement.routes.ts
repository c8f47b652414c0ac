import { settlementCalls } from '@portal/contract/settlement/settlement'
import type { Routes } from '../../kernel/serve.ts'
import { create } from './create.handler.ts'
import { exportList } from './export.handler.ts'
import { issueInvoice, nameInvoice } from './invoice.handler.ts'
import { plan } from './plan.handler.ts'
import * as settlement from './settlement.handler.ts'

export const settlementRoutes: Routes = (on) => {
  on(settlementCalls.create, create)
  on(settlementCalls.plan, plan)
  on(settlementCalls.list, settlement.list)
  on(settlementCalls.search, settlement.list)
  on(settlementCalls.export, exportList)
  on(settlementCalls.detail, settlement.get)
  on(settlementCalls.get, settlement.get)
  on(settlementCalls.bill, settlement.showBill)
  on(settlementCalls.audit, settlement.audit)
  on(settlementCalls.waitPay, settlement.listPayable)
  on(settlementCalls.awaitingMe, settlement.listAwaitingMe)
  on(settlementCalls.counts, settlement.count)
  on(settlementCalls.remit, settlement.remit)
  on(settlementCalls.cancel, settlement.cancel)
  on(settlementCalls.refund, settlement.refund)
  on(settlementCalls.post, settlement.post)
  on(settlementCalls.nameInvoice, nameInvoice)
  on(settlementCalls.issueInvoice, issueInvoice)
  on(settlementCalls.askReversal, settlement.askReversal)
}
