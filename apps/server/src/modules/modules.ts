import type { Job } from '../kernel/jobs.ts'
import { kernelJobs } from '../kernel/kernel.jobs.ts'
import type { Routes } from '../kernel/serve.ts'
import { acceptanceListeners } from './acceptance/acceptance.events.ts'
import { acceptanceRoutes } from './acceptance/acceptance.routes.ts'
import { accountJobs } from './account/account.jobs.ts'
import { accountRoutes } from './account/account.routes.ts'
import { approvalListeners } from './approval/approval.events.ts'
import { approvalJobs } from './approval/approval.jobs.ts'
import { approvalRoutes } from './approval/approval.routes.ts'
import { assetRoutes } from './asset/asset.routes.ts'
import { maintenanceListeners } from './maintenance/maintenance.events.ts'
import { maintenanceJobs } from './maintenance/maintenance.jobs.ts'
import { maintenanceRoutes } from './maintenance/maintenance.routes.ts'
import { repairListeners } from './repair/repair.events.ts'
import { repairRoutes } from './repair/repair.routes.ts'
import { scrapListeners } from './scrap/scrap.events.ts'
import { scrapRoutes } from './scrap/scrap.routes.ts'
import { stocktakeRoutes } from './stocktake/stocktake.routes.ts'
import { transferRoutes } from './transfer/transfer.routes.ts'
import { assetReportListeners } from './asset-report/asset-report.events.ts'
import { assetReportRoutes } from './asset-report/asset-report.routes.ts'
import { benefitListeners } from './benefit/benefit.events.ts'
import { benefitJobs } from './benefit/benefit.jobs.ts'
import { benefitRoutes } from './benefit/benefit.routes.ts'
import { bookingListeners } from './booking/booking.events.ts'
import { bookingJobs } from './booking/booking.jobs.ts'
import { bookingRoutes } from './booking/booking.routes.ts'
import { bulkJobs } from './bulk/bulk.jobs.ts'
import { bulkRoutes } from './bulk/bulk.routes.ts'
import { buildingListeners } from './building/building.events.ts'
import { buildingRoutes } from './building/building.routes.ts'
import { carouselRoutes } from './carousel/carousel.routes.ts'
import { consultingListeners } from './consulting/consulting.events.ts'
import { consultingRoutes } from './consulting/consulting.routes.ts'
import { deliveryListeners } from './delivery/delivery.events.ts'
import { deliveryRoutes } from './delivery/delivery.routes.ts'
import { deptListeners } from './dept/dept.events.ts'
import { deptRoutes } from './dept/dept.routes.ts'
import { deviceRecordRoutes } from './device-record/device-record.routes.ts'
import { deviceListeners } from './device/device.events.ts'
import { deviceJobs } from './device/device.jobs.ts'
import { deviceRoutes } from './device/device.routes.ts'
import { dictionaryListeners } from './dictionary/dictionary.events.ts'
import { dictionaryRoutes } from './dictionary/dictionary.routes.ts'
import { downloadListeners } from './download/download.events.ts'
import { downloadRoutes } from './download/download.routes.ts'
import { fileJobs } from './file/file.jobs.ts'
import { fileRoutes } from './file/file.routes.ts'
import { formListeners } from './form/form.events.ts'
import { formRoutes } from './form/form.routes.ts'
import { fundCardListeners } from './fund-card/fund-card.events.ts'
import { fundCardRoutes } from './fund-card/fund-card.routes.ts'
import { guidanceListeners } from './guidance/guidance.events.ts'
import { guidanceRoutes } from './guidance/guidance.routes.ts'
import { homeRoutes } from './home/home.routes.ts'
import { labListeners } from './lab/lab.events.ts'
import { labRoutes } from './lab/lab.routes.ts'
import { labPageListeners } from './lab-page/lab-page.events.ts'
import { labPageRoutes } from './lab-page/lab-page.routes.ts'
import { mailJobs } from './mail/mail.jobs.ts'
import { mailRoutes } from './mail/mail.routes.ts'
import { messageJobs } from './message/message.jobs.ts'
import { messageRoutes } from './message/message.routes.ts'
import { monitorJobs } from './monitor/monitor.jobs.ts'
import { monitorRoutes } from './monitor/monitor.routes.ts'
import { labNewsRoutes } from './notice/lab-news.routes.ts'
import { noticeListeners } from './notice/notice.events.ts'
import { noticeJobs } from './notice/notice.jobs.ts'
import { noticeRoutes } from './notice/notice.routes.ts'
import { openingListeners } from './opening/opening.events.ts'
import { openingRoutes } from './opening/opening.routes.ts'
import { panelRoutes } from './panel/panel.routes.ts'
import { peopleListeners } from './people/people.events.ts'
import { peopleJobs } from './people/people.jobs.ts'
import { peopleRoutes } from './people/people.routes.ts'
import { pricePlanListeners } from './price-plan/price-plan.events.ts'
import { pricePlanRoutes } from './price-plan/price-plan.routes.ts'
import { purchaseListeners } from './purchase/purchase.events.ts'
import { purchaseRoutes } from './purchase/purchase.routes.ts'
import { qualificationJobs } from './qualification/qualification.jobs.ts'
import { qualificationRoutes } from './qualification/qualification.routes.ts'
import { resourceListeners } from './resource/resource.events.ts'
import { resourceRoutes } from './resource/resource.routes.ts'
import { sessionListeners } from './session/session.events.ts'
import { sessionJobs } from './session/session.jobs.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { siteRoutes } from './site/site.routes.ts'
import { listSettingListeners } from './list-setting/list-setting.events.ts'
import { listSettingRoutes } from './list-setting/list-setting.routes.ts'
import { shareContactRoutes } from './share-contact/share-contact.routes.ts'
import { violationListeners } from './violation/violation.events.ts'
import { violationRoutes } from './violation/violation.routes.ts'
import { settlementListeners } from './settlement/settlement.events.ts'
import { settlementJobs } from './settlement/settlement.jobs.ts'
import { settlementRoutes } from './settlement/settlement.routes.ts'
import { statisticsJobs } from './statistics/statistics.jobs.ts'
import { financeReportJobs } from './finance-report/finance-report.jobs.ts'
import { financeReportRoutes } from './finance-report/finance-report.routes.ts'
import { ministryReportRoutes } from './ministry-report/ministry-report.routes.ts'
import { nationalReportRoutes } from './national-report/national-report.routes.ts'
import { statisticsRoutes } from './statistics/statistics.routes.ts'
import { stockInListeners } from './stock-in/stock-in.events.ts'
import { stockInJobs } from './stock-in/stock-in.jobs.ts'
import { stockInRoutes } from './stock-in/stock-in.routes.ts'
import { supplierListeners } from './supplier/supplier.events.ts'
import { supplierJobs } from './supplier/supplier.jobs.ts'
import { supplierRoutes } from './supplier/supplier.routes.ts'
import { tenderListeners } from './tender/tender.events.ts'
import { tenderJobs } from './tender/tender.jobs.ts'
import { tenderRoutes } from './tender/tender.routes.ts'
import { testOrderListeners } from './test-order/test-order.events.ts'
import { testOrderRoutes } from './test-order/test-order.routes.ts'
import { useRatingRoutes } from './use-rating/use-rating.routes.ts'
import { iotListeners } from './iot/iot.events.ts'
import { iotJobs } from './iot/iot.jobs.ts'
import { iotRoutes } from './iot/iot.routes.ts'
import { useEntryListeners } from './use-entry/use-entry.events.ts'
import { useEntryRoutes } from './use-entry/use-entry.routes.ts'
import { useLedgerJobs } from './use-ledger/use-ledger.jobs.ts'
import { workflowListeners } from './workflow/workflow.events.ts'
import { workflowJobs } from './workflow/workflow.jobs.ts'
import { workflowRoutes } from './workflow/workflow.routes.ts'

export interface Module {
  routes?: Routes
  /** Registers what the module listens to. */
  listeners?: () => void
  jobs?: readonly Job[]
}

/** Everything the server does. */
export const modules: readonly Module[] = [
  { jobs: kernelJobs },
  { routes: fileRoutes, jobs: fileJobs },
  { routes: bulkRoutes, jobs: bulkJobs },
  { routes: peopleRoutes, listeners: peopleListeners, jobs: peopleJobs },
  { routes: sessionRoutes, listeners: sessionListeners, jobs: sessionJobs },
  { routes: accountRoutes, jobs: accountJobs },
  { routes: approvalRoutes, listeners: approvalListeners, jobs: approvalJobs },
  { routes: messageRoutes, jobs: messageJobs },
  { routes: mailRoutes, jobs: mailJobs },
  { routes: monitorRoutes, jobs: monitorJobs },
  { routes: noticeRoutes, listeners: noticeListeners, jobs: noticeJobs },
  { routes: labNewsRoutes },
  { routes: downloadRoutes, listeners: downloadListeners },
  { routes: guidanceRoutes, listeners: guidanceListeners },
  { routes: consultingRoutes, listeners: consultingListeners },
  { routes: carouselRoutes },
  { routes: listSettingRoutes, listeners: listSettingListeners },
  { routes: shareContactRoutes },
  { routes: homeRoutes },
  { routes: siteRoutes },
  { routes: dictionaryRoutes, listeners: dictionaryListeners },
  { routes: deptRoutes, listeners: deptListeners },
  { routes: buildingRoutes, listeners: buildingListeners },
  { routes: labRoutes, listeners: labListeners },
  { routes: labPageRoutes, listeners: labPageListeners },
  { routes: deviceRoutes, listeners: deviceListeners, jobs: deviceJobs },
  { routes: deviceRecordRoutes },
  { routes: assetReportRoutes, listeners: assetReportListeners },
  { routes: resourceRoutes, listeners: resourceListeners },
  { routes: openingRoutes, listeners: openingListeners },
  { routes: pricePlanRoutes, listeners: pricePlanListeners },
  { routes: qualificationRoutes, jobs: qualificationJobs },
  { routes: fundCardRoutes, listeners: fundCardListeners },
  { routes: bookingRoutes, listeners: bookingListeners, jobs: bookingJobs },
  { routes: testOrderRoutes, listeners: testOrderListeners },
  { routes: violationRoutes, listeners: violationListeners },
  { routes: settlementRoutes, listeners: settlementListeners, jobs: settlementJobs },
  { routes: useEntryRoutes, listeners: useEntryListeners },
  { routes: iotRoutes, listeners: iotListeners, jobs: iotJobs },
  { jobs: useLedgerJobs },
  { routes: useRatingRoutes },
  { routes: statisticsRoutes, jobs: statisticsJobs },
  { routes: financeReportRoutes, jobs: financeReportJobs },
  { routes: ministryReportRoutes },
  { routes: nationalReportRoutes },
  { routes: formRoutes, listeners: formListeners },
  { routes: workflowRoutes, listeners: workflowListeners, jobs: workflowJobs },
  { routes: supplierRoutes, listeners: supplierListeners, jobs: supplierJobs },
  { routes: panelRoutes },
  { routes: purchaseRoutes, listeners: purchaseListeners },
  { routes: tenderRoutes, listeners: tenderListeners, jobs: tenderJobs },
  { routes: deliveryRoutes, listeners: deliveryListeners },
  { routes: acceptanceRoutes, listeners: acceptanceListeners },
  { routes: stockInRoutes, listeners: stockInListeners, jobs: stockInJobs },
  { routes: assetRoutes },
  { routes: transferRoutes },
  { routes: maintenanceRoutes, listeners: maintenanceListeners, jobs: maintenanceJobs },
  { routes: repairRoutes, listeners: repairListeners },
  { routes: scrapRoutes, listeners: scrapListeners },
  { routes: stocktakeRoutes },
  { routes: benefitRoutes, listeners: benefitListeners, jobs: benefitJobs },
]
