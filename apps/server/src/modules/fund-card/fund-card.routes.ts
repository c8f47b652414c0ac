import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import type { Routes } from '../../kernel/serve.ts'
import * as authorisation from './authorisation.handler.ts'
import { exportList } from './export.handler.ts'
import { exportLedger, listLedger } from './ledger.handler.ts'
import * as fundCard from './fund-card.handler.ts'

export const fundCardRoutes: Routes = (on) => {
  on(fundCardCalls.list, fundCard.list)
  on(fundCardCalls.export, exportList)
  on(fundCardCalls.mine, fundCard.listMine)
  on(fundCardCalls.get, fundCard.get)
  on(fundCardCalls.create, fundCard.create)
  on(fundCardCalls.change, fundCard.change, { keeps: fundCard.loadUnchanged })
  on(fundCardCalls.remove, fundCard.remove)
  on(fundCardCalls.suspend, fundCard.suspend)
  on(fundCardCalls.resume, fundCard.resume)
  on(fundCardCalls.topUp, fundCard.topUp)
  on(fundCardCalls.adjust, fundCard.adjust)
  on(fundCardCalls.users, authorisation.listUsers)
  on(fundCardCalls.authorise, authorisation.authorise, { keeps: authorisation.loadUnchanged })
  on(fundCardCalls.revoke, authorisation.revoke)
  on(fundCardCalls.ledger, listLedger)
  on(fundCardCalls.ledgerExport, exportLedger)
}
