import type { Call } from './kernel/call.ts'
import { acceptanceCalls } from './acceptance/acceptance.ts'
import { accountCalls } from './account/account.ts'
import { absenceCalls } from './approval/absence.ts'
import { approvalCalls } from './approval/approval.ts'
import { assetCalls } from './asset/calls.ts'
import { assetReportCalls } from './asset-report/asset-report.ts'
import { benefitCalls } from './benefit/calls.ts'
import { backfillCalls } from './booking/backfill.ts'
import { bookingCalls } from './booking/calls.ts'
import { bulkCalls } from './bulk/bulk.ts'
import { buildingCalls } from './building/building.ts'
import { campusMapCalls } from './campus-map/campus-map.ts'
import { deliveryCalls } from './delivery/delivery.ts'
import { deptCalls } from './dept/dept.ts'
import { deviceCalls } from './device/device.ts'
import { deviceManageCalls } from './device/manage.ts'
import { achievementCalls } from './device-record/achievements.ts'
import { deviceRecordCalls } from './device-record/device-record.ts'
import { dictionaryCalls } from './dictionary/dictionary.ts'
import { fileCalls } from './file/file.ts'
import { formCalls } from './form/calls.ts'
import { financeReportCalls } from './finance-report/finance-report.ts'
import { nationalReportCalls } from './national-report/national-report.ts'
import { fundCardCalls } from './fund-card/fund-card.ts'
import { ministryReportCalls } from './ministry-report/ministry-report.ts'
import { monitorCalls } from './monitor/monitor.ts'
import { platformCalls } from './monitor/platform.ts'
import { labNewsCalls } from './notice/lab-news.ts'
import { noticeCalls } from './notice/notice.ts'
import { carouselCalls } from './carousel/carousel.ts'
import { consultingCalls } from './consulting/consulting.ts'
import { downloadCalls } from './download/download.ts'
import { guidanceCalls } from './guidance/guidance.ts'
import { homeCalls } from './home/home.ts'
import { gateMonitorCalls } from './gate-monitor/gate-monitor.ts'
import { doorAccessCalls } from './iot/door-access.ts'
import { findingCalls } from './iot/finding.ts'
import { iotCalls } from './iot/iot.ts'
import { mappingCalls } from './iot/mapping.ts'
import { labCalls } from './lab/lab.ts'
import { labPageCalls } from './lab-page/lab-page.ts'
import { mailCalls } from './mail/mail.ts'
import { messageCalls } from './message/message.ts'
import { panelCalls } from './panel/calls.ts'
import { purchaseCalls } from './purchase/calls.ts'
import { openingCalls } from './opening/opening.ts'
import { peopleCalls } from './people/people.ts'
import { postCalls } from './people/posts.ts'
import { rightsCalls } from './people/rights.ts'
import { demonstrateCalls } from './price-plan/demonstrate.ts'
import { justificationCalls } from './price-plan/justification.ts'
import { pricePlanCalls } from './price-plan/price-plan.ts'
import { qualificationCalls } from './qualification/qualification.ts'
import { resourceCalls } from './resource/resource.ts'
import { listSettingCalls } from './list-setting/list-setting.ts'
import { shareContactCalls } from './share-contact/share-contact.ts'
import { sessionCalls } from './session/session.ts'
import { settlementCalls } from './settlement/settlement.ts'
import { siteCalls } from './site/site.ts'
import { boardCalls } from './statistics/board.ts'
import { trendCalls } from './statistics/trend.ts'
import { pivotCalls } from './statistics/pivot.ts'
import { statisticsCalls } from './statistics/statistics.ts'
import { viewCalls } from './statistics/view.ts'
import { stockInCalls } from './stock-in/stock-in.ts'
import { supplierCalls } from './supplier/supplier.ts'
import { tenderCalls } from './tender/calls.ts'
import { useEntryCalls } from './use-entry/use-entry.ts'
import { useRatingCalls } from './use-rating/use-rating.ts'
import { violationCalls } from './violation/violation.ts'
import { testOrderCalls } from './test-order/test-order.ts'
import { workflowCalls } from './workflow/calls.ts'

/** Every call of the product, by domain. The API documentation and the tests iterate over them. */
const domains: Record<string, Record<string, unknown>> = {
  session: sessionCalls,
  account: accountCalls,
  people: { ...peopleCalls, ...rightsCalls, ...postCalls },
  file: fileCalls,
  bulk: bulkCalls,
  dictionary: dictionaryCalls,
  dept: deptCalls,
  building: buildingCalls,
  'campus-map': campusMapCalls,
  lab: labCalls,
  'lab-page': labPageCalls,
  device: { ...deviceCalls, ...deviceManageCalls },
  'device-record': { ...deviceRecordCalls, ...achievementCalls },
  'asset-report': assetReportCalls,
  resource: resourceCalls,
  opening: openingCalls,
  'price-plan': { ...pricePlanCalls, ...justificationCalls, ...demonstrateCalls },
  qualification: qualificationCalls,
  booking: { ...bookingCalls, ...backfillCalls },
  'fund-card': fundCardCalls,
  'test-order': testOrderCalls,
  'use-entry': useEntryCalls,
  'use-rating': useRatingCalls,
  violation: violationCalls,
  workflow: workflowCalls,
  settlement: settlementCalls,
  statistics: { ...statisticsCalls, ...pivotCalls, ...viewCalls, ...boardCalls, ...trendCalls },
  'finance-report': financeReportCalls,
  'ministry-report': ministryReportCalls,
  benefit: benefitCalls,
  'national-report': nationalReportCalls,
  form: formCalls,
  supplier: supplierCalls,
  approval: approvalCalls,
  absence: absenceCalls,
  panel: panelCalls,
  purchase: purchaseCalls,
  tender: tenderCalls,
  delivery: deliveryCalls,
  acceptance: acceptanceCalls,
  'stock-in': stockInCalls,
  asset: assetCalls,
  message: messageCalls,
  mail: mailCalls,
  monitor: { ...monitorCalls, ...platformCalls },
  notice: noticeCalls,
  'lab-news': labNewsCalls,
  download: downloadCalls,
  guidance: guidanceCalls,
  consulting: consultingCalls,
  carousel: carouselCalls,
  'list-setting': listSettingCalls,
  'share-contact': shareContactCalls,
  home: homeCalls,
  iot: iotCalls,
  mapping: mappingCalls,
  finding: findingCalls,
  'door-access': doorAccessCalls,
  'gate-monitor': gateMonitorCalls,
  site: siteCalls,
}

export const allCalls: readonly { domain: string; name: string; call: Call }[] = Object.entries(
  domains,
).flatMap(([domain, calls]) =>
  // The list needs no type parameters: they matter only where a call is served or sent.
  Object.entries(calls).map(([name, call]) => ({ domain, name, call: call as Call })),
)
