import { transferCalls } from '@portal/contract/asset/transfer'
import type { Routes } from '../../kernel/serve.ts'
import * as transfer from './transfer.handler.ts'

export const transferRoutes: Routes = (on) => {
  on(transferCalls.transfers, transfer.list)
  on(transferCalls.exportTransfers, transfer.exportList)
  on(transferCalls.transfer, transfer.get)
  on(transferCalls.requestTransfer, transfer.request)
  on(transferCalls.decideTransfers, transfer.decide)
  on(transferCalls.cancelTransfer, transfer.cancel)
}
