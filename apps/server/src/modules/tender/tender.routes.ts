import { tenderCalls } from '@portal/contract/tender/calls'
import type { Routes } from '../../kernel/serve.ts'
import { take } from './batch.service.ts'
import * as committee from './committee.service.ts'
import * as evaluation from './evaluation.service.ts'
import { open } from './opening.service.ts'
import * as quotation from './quote.service.ts'
import * as tender from './tender.service.ts'

export const tenderRoutes: Routes = (on) => {
  on(tenderCalls.list, tender.list)
  on(tenderCalls.export, tender.exportList)
  on(tenderCalls.counts, tender.counts)
  on(tenderCalls.results, tender.results)
  on(tenderCalls.exportResults, tender.exportResults)
  on(tenderCalls.get, tender.get)
  on(tenderCalls.change, tender.change)
  on(tenderCalls.attach, tender.attach)
  on(tenderCalls.announce, tender.announce)
  on(tenderCalls.quote, quotation.quote)
  on(tenderCalls.withdraw, quotation.withdraw)
  on(tenderCalls.open, open)
  on(tenderCalls.take, take)
  on(tenderCalls.committee, committee.name)
  on(tenderCalls.sign, committee.sign)
  on(tenderCalls.conclude, evaluation.conclude)
  on(tenderCalls.award, evaluation.award)
  on(tenderCalls.fail, tender.fail)
}
