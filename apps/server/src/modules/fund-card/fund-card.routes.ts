import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import type { Routes } from '../../kernel/serve.ts'
import { exportList } from './export.handler.ts'
import { exportLedger } from './ledger-export.handler.ts'
import * as fundCard from './fund-card.handler.ts'

export const fundCardRoutes: Routes = (on) => {
  on(fundCardCalls.list, fundCard.list)
  on(fundCardCalls.export, exportList)
  on(fundCardCalls.mine, fundCard.mine)
  on(fundCardCalls.get, fundCard.get)
  on(fundCardCalls.create, fundCard.create)
  on(fundCardCalls.change, fundCard.change, { keeps: 'fund_card' })
  on(fundCardCalls.remove, fundCard.remove)
  on(fundCardCalls.suspend, fundCard.suspend)
  on(fundCardCalls.resume, fundCard.resume)
  on(fundCardCalls.topUp, fundCard.topUp)
  on(fundCardCalls.adjust, fundCard.adjust)
  on(fundCardCalls.users, fundCard.users)
  on(fundCardCalls.authorise, fundCard.authorise, { keeps: fundCard.keptUser })
  on(fundCardCalls.revoke, fundCard.revoke)
  on(fundCardCalls.ledger, fundCard.ledger)
  on(fundCardCalls.ledgerExport, exportLedger)
}
