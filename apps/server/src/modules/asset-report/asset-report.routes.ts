import { assetReportCalls } from '@portal/contract/asset-report/asset-report'
import type { Routes } from '../../kernel/serve.ts'
import * as report from './asset-report.handler.ts'

export const assetReportRoutes: Routes = (on) => {
  on(assetReportCalls.list, report.list)
  on(assetReportCalls.export, report.exportList)
  on(assetReportCalls.get, report.get)
  on(assetReportCalls.submit, report.submit)
  on(assetReportCalls.accept, report.accept)
  on(assetReportCalls.return, report.giveBack)
  on(assetReportCalls.withdraw, report.withdraw)
  on(assetReportCalls.attach, report.attach)
}
