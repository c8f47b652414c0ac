import { tenderCalls } from '@portal/contract/tender/calls'
import type { Routes } from '../../kernel/serve.ts'
import * as committee from './committee.handler.ts'
import * as evaluation from './evaluation.handler.ts'
import * as quotation from './quote.handler.ts'
import * as tender from './tender.handler.ts'

export const tenderRoutes: Routes = (on) => {
  on(tenderCalls.list, tender.list)
  on(tenderCalls.export, tender.exportList)
  on(tenderCalls.counts, tender.count)
  on(tenderCalls.results, tender.listResults)
  on(tenderCalls.exportResults, tender.exportResults)
  on(tenderCalls.get, tender.get)
  on(tenderCalls.change, tender.change, { keeps: tender.loadUnchanged })
  on(tenderCalls.attach, tender.attach)
  on(tenderCalls.announce, tender.publish)
  on(tenderCalls.quote, quotation.quote)
  on(tenderCalls.withdraw, quotation.withdraw)
  on(tenderCalls.open, tender.open)
  on(tenderCalls.take, tender.takeSeveral)
  on(tenderCalls.committee, committee.name)
  on(tenderCalls.sign, committee.sign)
  on(tenderCalls.conclude, evaluation.conclude)
  on(tenderCalls.award, evaluation.award)
  on(tenderCalls.fail, tender.failTender)
}
