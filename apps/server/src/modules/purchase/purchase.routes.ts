import { purchaseCalls } from '@portal/contract/purchase/calls'
import type { Routes } from '../../kernel/serve.ts'
import { certify } from './certificate.handler.ts'
import * as decision from './decision.handler.ts'
import * as draft from './draft.handler.ts'
import * as read from './read.handler.ts'
import * as sourcing from './sourcing.handler.ts'

export const purchaseRoutes: Routes = (on) => {
  on(purchaseCalls.rules, read.showRules)
  on(purchaseCalls.list, read.list)
  on(purchaseCalls.export, read.exportList)
  on(purchaseCalls.counts, read.count)
  on(purchaseCalls.get, read.get)
  on(purchaseCalls.upload, draft.upload)
  on(purchaseCalls.create, draft.create)
  on(purchaseCalls.change, draft.change, { keeps: draft.loadUnchanged })
  on(purchaseCalls.submit, draft.submit)
  on(purchaseCalls.cancel, decision.cancel)
  on(purchaseCalls.decide, decision.decide)
  on(purchaseCalls.suppliers, sourcing.listSuppliers)
  on(purchaseCalls.quote, sourcing.quote)
  on(purchaseCalls.award, sourcing.chooseQuote)
  on(purchaseCalls.voidAward, sourcing.voidAward)
  on(purchaseCalls.signContract, sourcing.signContract)
  on(purchaseCalls.correctContract, sourcing.correctContract)
  on(purchaseCalls.terminate, sourcing.terminate)
  on(purchaseCalls.certify, certify)
}
