import { testOrderCalls } from '@portal/contract/test-order/test-order'
import type { Routes } from '../../kernel/serve.ts'
import { exportList } from './export.handler.ts'
import { addFiles, removeFile, withdrawFile } from './result-file.handler.ts'
import * as proposal from './proposal.handler.ts'
import * as testOrder from './test-order.handler.ts'

export const testOrderRoutes: Routes = (on) => {
  on(testOrderCalls.statuses, testOrder.listStates)
  on(testOrderCalls.get, testOrder.get)
  on(testOrderCalls.measureInfo, testOrder.showMeasured)
  on(testOrderCalls.preview, testOrder.preview)
  on(testOrderCalls.save, testOrder.save, { keeps: testOrder.loadUnchanged })
  on(testOrderCalls.submit, testOrder.submit)
  on(testOrderCalls.proposePayer, proposal.proposePayer)
  on(testOrderCalls.proposeWriteOff, proposal.proposeWriteOff)
  on(testOrderCalls.withdrawProposal, proposal.withdraw)
  on(testOrderCalls.audit, testOrder.audit)
  on(testOrderCalls.awaitingMe, testOrder.listAwaitingMe)
  on(testOrderCalls.auditedByMe, testOrder.listAuditedByMe)
  on(testOrderCalls.mine, testOrder.listMine)
  on(testOrderCalls.measureList, testOrder.listOfLabs)
  on(testOrderCalls.settleList, testOrder.listAll)
  on(testOrderCalls.export, exportList)
  on(testOrderCalls.correct, testOrder.correct)
  on(testOrderCalls.addFiles, addFiles)
  on(testOrderCalls.removeFile, removeFile)
  on(testOrderCalls.withdrawFile, withdrawFile)
}
