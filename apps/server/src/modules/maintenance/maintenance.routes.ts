import { maintenanceCalls } from '@portal/contract/asset/maintenance'
import type { Routes } from '../../kernel/serve.ts'
import * as maintenance from './maintenance.handler.ts'

export const maintenanceRoutes: Routes = (on) => {
  on(maintenanceCalls.plans, maintenance.listPlans)
  on(maintenanceCalls.exportPlans, maintenance.exportPlans)
  on(maintenanceCalls.savePlan, maintenance.savePlan, { keeps: 'maintenance_plan' })
  on(maintenanceCalls.removePlan, maintenance.removePlan)
  on(maintenanceCalls.records, maintenance.listRecords)
  on(maintenanceCalls.exportRecords, maintenance.exportRecords)
  on(maintenanceCalls.addRecord, maintenance.addRecord)
  on(maintenanceCalls.removeRecord, maintenance.removeRecord)
}
