import { repairOrderCalls } from '@portal/contract/asset/repair'
import type { Routes } from '../../kernel/serve.ts'
import * as repair from './repair.handler.ts'

export const repairRoutes: Routes = (on) => {
  on(repairOrderCalls.repairOrders, repair.list)
  on(repairOrderCalls.exportRepairOrders, repair.exportList)
  on(repairOrderCalls.repairOrder, repair.get)
  on(repairOrderCalls.reportFault, repair.report)
  on(repairOrderCalls.affected, repair.listAffected)
  on(repairOrderCalls.assign, repair.assign)
  on(repairOrderCalls.assignMany, repair.assignMany)
  on(repairOrderCalls.start, repair.start)
  on(repairOrderCalls.extend, repair.extend)
  on(repairOrderCalls.finish, repair.finish)
  on(repairOrderCalls.giveUp, repair.giveUp)
  on(repairOrderCalls.refuseRepair, repair.refuseRepair)
  on(repairOrderCalls.refuseMany, repair.refuseMany)
}
