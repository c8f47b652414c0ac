import { stockInCalls } from '@portal/contract/stock-in/stock-in'
import type { Routes } from '../../kernel/serve.ts'
import { sendDossier } from './dossier.handler.ts'
import { showLabels } from './label.handler.ts'
import * as stockIn from './stock-in.handler.ts'
import * as work from './work.handler.ts'

export const stockInRoutes: Routes = (on) => {
  on(stockInCalls.list, stockIn.list)
  on(stockInCalls.counts, stockIn.count)
  on(stockInCalls.export, stockIn.exportList)
  on(stockInCalls.get, stockIn.get)
  on(stockInCalls.change, work.change, { keeps: work.loadUnchanged })
  on(stockInCalls.correct, work.correct)
  on(stockInCalls.addFile, work.addFile)
  on(stockInCalls.submit, work.submit)
  on(stockInCalls.audit, work.audit)
  on(stockInCalls.voucher, work.enterVoucher)
  on(stockInCalls.store, work.storeAll)
  on(stockInCalls.labels, showLabels)
  on(stockInCalls.dossier, sendDossier)
}
