import { assetCalls } from '@portal/contract/asset/calls'
import type { Routes } from '../../kernel/serve.ts'
import * as asset from './asset.service.ts'
import * as maintenance from './maintenance.service.ts'
import { assignMany, refuseMany } from './repair-batch.service.ts'
import * as course from './repair-course.service.ts'
import * as repair from './repair.service.ts'
import * as scrap from './scrap.service.ts'
import * as stocktake from './stocktake.service.ts'
import * as transfer from './transfer.service.ts'

export const assetRoutes: Routes = (on) => {
  on(assetCalls.label, asset.label)
  on(assetCalls.attach, asset.attach)
  on(assetCalls.waiting, asset.waiting)

  on(assetCalls.transfers, transfer.list)
  on(assetCalls.exportTransfers, transfer.exportList)
  on(assetCalls.transfer, transfer.get)
  on(assetCalls.requestTransfer, transfer.request)
  on(assetCalls.decideTransfers, transfer.decide)
  on(assetCalls.cancelTransfer, transfer.cancel)

  on(assetCalls.plans, maintenance.plans)
  on(assetCalls.exportPlans, maintenance.exportPlans)
  on(assetCalls.savePlan, maintenance.savePlan, { keeps: 'maintenance_plan' })
  on(assetCalls.removePlan, maintenance.removePlan)
  on(assetCalls.records, maintenance.records)
  on(assetCalls.exportRecords, maintenance.exportRecords)
  on(assetCalls.addRecord, maintenance.addRecord)

  on(assetCalls.repairOrders, repair.list)
  on(assetCalls.exportRepairOrders, repair.exportList)
  on(assetCalls.repairOrder, repair.get)
  on(assetCalls.reportFault, repair.report)
  on(assetCalls.affected, repair.affected)
  on(assetCalls.assign, repair.assign)
  on(assetCalls.assignMany, assignMany)
  on(assetCalls.start, repair.start)
  on(assetCalls.extend, course.extend)
  on(assetCalls.finish, repair.finish)
  on(assetCalls.giveUp, course.giveUp)
  on(assetCalls.refuseRepair, repair.refuseRepair)
  on(assetCalls.refuseMany, refuseMany)

  on(assetCalls.scraps, scrap.list)
  on(assetCalls.exportScraps, scrap.exportList)
  on(assetCalls.scrap, scrap.get)
  on(assetCalls.draftScrap, scrap.draft)
  on(assetCalls.changeScrap, scrap.change, { keeps: scrap.kept })
  on(assetCalls.submitScrap, scrap.submit)
  on(assetCalls.decideScraps, scrap.decide)
  on(assetCalls.cancelScrap, scrap.cancel)
  on(assetCalls.dispose, scrap.dispose)

  on(assetCalls.stocktakes, stocktake.list)
  on(assetCalls.exportStocktakes, stocktake.exportList)
  on(assetCalls.stocktake, stocktake.get)
  on(assetCalls.openStocktake, stocktake.open)
  on(assetCalls.closeStocktake, stocktake.close)
  on(assetCalls.scan, stocktake.scan)
  on(assetCalls.scans, stocktake.scans)
  on(assetCalls.differences, stocktake.differences)
  on(assetCalls.exportDifferences, stocktake.exportDifferences)
}
