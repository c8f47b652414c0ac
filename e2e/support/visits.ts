import { acceptanceCalls, type AcceptanceState } from '@portal/contract/acceptance/acceptance'
import { assetCalls } from '@portal/contract/asset/calls'
import type { BenefitState } from '@portal/contract/benefit/benefit'
import { benefitCalls } from '@portal/contract/benefit/calls'
import { type BookingState } from '@portal/contract/booking/booking'
import { bookingCalls } from '@portal/contract/booking/calls'
import { deliveryCalls } from '@portal/contract/delivery/delivery'
import { deviceCalls } from '@portal/contract/device/device'
import { formCalls } from '@portal/contract/form/calls'
import { iotCalls, type UnitKind } from '@portal/contract/iot/iot'
import { labCalls } from '@portal/contract/lab/lab'
import { labNewsCalls } from '@portal/contract/notice/lab-news'
import { ministryReportCalls } from '@portal/contract/ministry-report/ministry-report'
import { nationalReportCalls } from '@portal/contract/national-report/national-report'
import { noticeCalls } from '@portal/contract/notice/notice'
import { panelCalls } from '@portal/contract/panel/calls'
import type { PanelKind, PanelState } from '@portal/contract/panel/panel'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import type { PurchaseState } from '@portal/contract/purchase/purchase'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { stockInCalls, type StockInState } from '@portal/contract/stock-in/stock-in'
import { supplierCalls } from '@portal/contract/supplier/supplier'
import { tenderCalls } from '@portal/contract/tender/calls'
import type { TenderState } from '@portal/contract/tender/tender'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { workflowCalls } from '@portal/contract/workflow/calls'
import { call, castDevices, castLab, type CastName } from './people.ts'
import { findDayIn } from './select.ts'

// Every screen, with a person who may open it and the demo data that it shows.

const deviceId = (name: keyof typeof castDevices) =>
  call('sysadmin', deviceCalls.info, { params: { id: castDevices[name].serialId } }).then((d) => d.id)
const bookingIn = async (state: BookingState) => {
  const { items } = await call('booker', bookingCalls.list, {
    query: { scope: 'mine', state: [state], order_by: 'startAt asc' },
  })
  return items.find((b) => b.device.name === castDevices.stories.name)?.id ?? `no booking ${state}`
}
const testOrderIn = async (who: CastName, list: 'mine' | 'awaitingMe') =>
  (await call(who, testOrderCalls[list], { query: { order_by: 'id asc' } })).items[0]?.id ?? 'no test order'

const acceptanceIn = async (state: AcceptanceState) =>
  (await call('equipoffice', acceptanceCalls.list, { query: { state } })).items[0]?.id ??
  `no acceptance ${state}`
const benefitIn = async (who: CastName, state?: BenefitState) =>
  (await call(who, benefitCalls.list, { query: state ? { state } : {} })).items[0]?.id ??
  `no evaluation ${state}`
const stockInIn = async (state: StockInState) =>
  (await call('equipoffice', stockInCalls.list, { query: { state } })).items[0]?.id ?? `no stock-in ${state}`
const tenderIn = async (state: TenderState) =>
  (await call('tenderoffice', tenderCalls.list, { query: { state } })).items[0]?.id ?? `no tender ${state}`

/**
 * The Ministry's tables: the list of years, the year in progress, one of its tables as rows and as findings,
 * and the frozen year.
 */
const ministryPaths = async () => {
  const { items } = await call('equipoffice', ministryReportCalls.years, {})
  const [running, last] = items.map((y) => y.year)
  const table = (of: number | undefined, tab: string, more = '') =>
    `/report/ministry/table?year=${of}&table=${tab}${more}`
  return [
    '/report/ministry',
    `/report/ministry?year=${running}`,
    table(running, 'SJ4'),
    table(running, 'SJ1'),
    table(running, 'SJ4', '&view=issues'),
    table(running, 'SJ1', '&view=differences'),
    table(last, 'SJ3', '&version=1'),
  ]
}

/** This year's report to the national platform in each view, and one of its instruments. */
const nationalPaths = async () => {
  const [report] = (await call('equipoffice', nationalReportCalls.reports, {})).items
  const { items } = await call('equipoffice', nationalReportCalls.devices, {
    params: { id: report?.id ?? 0 },
    query: {},
  })
  return [
    '/report/largeDevice',
    ...['device', 'service', 'customs', 'issues', 'batches'].map(
      (view) => `/report/deviceList?id=${report?.id}&view=${view}`,
    ),
    `/report/deviceEdit?id=${items[0]?.id}`,
  ]
}

/** The open forms, one of them, and an answer of this person, on screen and as a printed sheet. */
const formPaths = async () => {
  const [form, answer] = await Promise.all([
    call('booker', formCalls.open, { query: {} }),
    call('booker', formCalls.mine, { query: {} }),
  ])
  const answerId = answer.items[0]?.id
  return [
    '/account/forms',
    '/account/forms?view=mine',
    `/account/form?id=${form.items[0]?.id}`,
    `/account/form-answer?id=${answerId}`,
    `/account/form-answer?id=${answerId}&print=1`,
  ]
}

/** The process instance that the demo has started. */
const fundInstance = async () =>
  (await call('payer', workflowCalls.instances, { query: { scope: 'mine' } })).items.at(-1)?.id

/** The startable processes, one of them, and a running instance, on screen and as a printed sheet. */
const workflowPaths = async () => {
  const [workflow] = await call('payer', workflowCalls.startable, { query: {} })
  const instanceId = await fundInstance()
  return [
    '/account/workflows',
    '/account/workflows?view=acted',
    '/account/workflows?view=copied',
    '/bpm/create-process',
    `/bpm/create-process?id=${workflow?.id}`,
    `/bpm/instance?id=${instanceId}`,
    `/bpm/instance?id=${instanceId}&print=1`,
  ]
}

export const visits: { who: CastName | null; paths: () => Promise<string[]> }[] = [
  {
    who: null,
    paths: async () => [
      '/login',
      '/register',
      '/pwdback',
      '/infoPrefect',
      '/401',
      '/404',
      '/osp/home',
      '/osp/storage/providerActive',
      '/statistic/stop-mail',
      '/data-screen',
      '/gate-monitor',
    ],
  },
  {
    who: 'booker',
    paths: async () => {
      const [own, samples, opened] = await Promise.all([
        deviceId('selfOperated'),
        deviceId('sampleDelivery'),
        deviceId('stories'),
      ])
      return [
        '/osp/share-platform',
        '/osp/share-platform?deviceName=smdj',
        `/dashboard/deviceDetail?id=${opened}`,
        `/deviceopen/deviceopenDetail?id=${own}`,
        `/deviceopen/applyTime?deviceId=${own}`,
        `/deviceopen/applyTime?id=${await bookingIn('awaiting_payer')}`,
        `/deviceopen/apply?deviceId=${samples}`,
        `/deviceopen/delay?id=${await bookingIn('awaiting_use')}`,
        `/appointment/orderDetail?id=${await bookingIn('awaiting_payer')}`,
        `/appointment/orderDetail?id=${await bookingIn('done')}`,
        '/osp-test/subscribe',
        '/osp-test/subscribe?by=time',
        '/osp-test/subscribe?by=lab',
        '/osp-test/subscribe?by=compare',
        '/infoPrefect',
        ...(await formPaths()),
      ]
    },
  },
  {
    who: 'payer',
    paths: async () => {
      const settled = (await call('payer', settlementCalls.list, { query: { state: 'settled' } })).items[0]
        ?.id
      const unpaid = (await call('payer', settlementCalls.waitPay, {})).items[0]?.id ?? 'nothing to pay'
      return [
        '/account',
        '/account/homepage',
        '/account/subscribe-list',
        '/account/measure-list',
        '/account/lab',
        '/account/devices',
        '/account/devices?view=qualifications',
        '/account/finance',
        '/account/backfill',
        '/account/results',
        '/account/payOrderDetail',
        `/account/payOrderDetail?id=${settled}`,
        `/account/payOrderDetail?testOrders=${unpaid}`,
        `/account/orderDetail?id=${await testOrderIn('payer', 'mine')}`,
        `/account/orderDetail?id=${await testOrderIn('payer', 'mine')}&print=1`,
        `/osp/printPayOrder?id=${settled}`,
        ...(await workflowPaths()),
      ]
    },
  },
  {
    who: 'reviewer',
    paths: async () => [
      '/account/audit-list',
      '/account/absences',
      '/account/use-entries',
      '/account/use-entries?add=new',
      '/account/use-entries?id=1',
      '/account/backfill?scope=lab',
      '/account/results?view=kept',
      `/account/measureInfo?id=${await testOrderIn('reviewer', 'awaitingMe')}`,
      `/account/personalDeviceDetail?id=${await deviceId('stories')}`,
      '/share/homepage',
      '/share/device-map',
      '/share/open-setting',
      '/share/subscribe',
      '/share/audit',
      '/share/policies',
      '/share/contact',
    ],
  },
  {
    who: 'experimenter',
    paths: async () => {
      const news =
        (await call('experimenter', labNewsCalls.list, { query: { labId: castLab.serialId } })).items[0]
          ?.id ?? 'no news'
      const pages = ['homepage', 'describtion', 'trends', 'opens', 'reference', 'contact', 'chamberInfo']
      const device = await deviceId('stories')
      return [
        '/osp/laboratory',
        ...pages.map((page) => `/lab/${page}?serialId=${castLab.serialId}`),
        `/lab/opens?serialId=${castLab.serialId}&view=day`,
        `/lab/notice-detail?serialId=${castLab.serialId}&id=${news}`,
        `/lab/deviceDetail?serialId=${castLab.serialId}&id=${device}`,
      ]
    },
  },
  {
    who: 'labadmin',
    paths: async () => [
      // The lab administrator is one of the experts who must answer.
      `/bpm/instance?id=${await fundInstance()}`,
      ...['base', 'intro', 'device', 'room', 'picture', 'news', 'files'].map(
        (tab) => `/lab/manage?serialId=${castLab.serialId}&tab=${tab}`,
      ),
      `/lab/editDynamic?serialId=${castLab.serialId}`,
    ],
  },
  {
    who: 'director',
    paths: async () => [
      '/open-sharing/open-set',
      `/open-sharing/open-set?deviceId=${await deviceId('selfOperated')}`,
      `/open-sharing/open-set?deviceId=${await deviceId('selfOperated')}&view=qualifications`,
      '/open-sharing/subscribes',
      '/open-sharing/testManage',
      '/open-sharing/settles',
      '/open-sharing/gate-monitor',
      ...['admin', 'audit'].map((tab) => `/lab/manage?serialId=${castLab.serialId}&tab=${tab}`),
      '/statistics',
      '/statistics?by=group',
      '/statistics?period=custom&from=2026-01-01&to=2026-01-31',
      '/statistic/device-statistic',
      `/statistic/device-statistic?lab=${castLab.serialId}`,
      `/statistic/device-statistic?device=${castDevices.selfOperated.serialId}`,
      '/statistic/lab-statistic',
      '/statistic/pivot',
      '/statistic/pivot?row=lab&row2=nature&column=tier&measures=uses,users,incomeFen',
      '/statistic/pivot?row=lab&only=tier:campus&uses=1',
      '/statistic/benefit',
      `/statistic/benefit?id=${await benefitIn('director')}`,
      '/statistic/benefit?view=ranking',
      '/account/finance-report',
      '/open-sharing/fee-demonstrate',
      `/open-sharing/fee-demonstrate?deviceId=${await deviceId('selfOperated')}`,
    ],
  },
  {
    who: 'finance',
    paths: async () => {
      const waiting =
        (await call('finance', settlementCalls.list, { query: { state: 'awaiting_finance' } })).items[0]
          ?.id ?? 'nothing to settle'
      return [
        '/open-sharing/financial',
        '/open-sharing/financial?view=cards',
        ...['summary', 'table', 'entries', 'cards', 'outstanding', 'division'].map(
          (view) => `/open-sharing/finance-report?view=${view}`,
        ),
        '/open-sharing/month-close',
        `/open-sharing/month-close?month=${findDayIn(-35).slice(0, 7)}`,
        `/account/payOrderDetail?id=${waiting}`,
      ]
    },
  },
  {
    who: 'requester',
    paths: async () => {
      const purchaseIn = async (state: PurchaseState, keyword = '') =>
        (await call('requester', purchaseCalls.list, { query: { scope: 'mine', state, keyword } })).items[0]
          ?.id ?? `no purchase ${state}`
      const findPanel = async (kind: PanelKind, state: PanelState) =>
        (await call('requester', panelCalls.list, { query: { kind, state } })).items[0]?.id ??
        `no panel ${state}`
      const waiting = await purchaseIn('awaiting_experts')
      return [
        ...[
          'list',
          'subscribeHint',
          'subscribeFill',
          'purchase',
          'preciousDeviceVerify',
          'entranceVerifyList',
          'entranceVerifyFill',
        ].map((page) => `/osp/subscribe/${page}`),
        `/osp/subscribe/subscribeFill?id=${await purchaseIn('draft')}`,
        `/osp/subscribe/subscribeFill?id=${waiting}`,
        `/osp/subscribe/subscribeFill?id=${waiting}&view=print`,
        `/osp/subscribe/purchase?id=${await purchaseIn('awaiting_sourcing')}`,
        `/osp/subscribe/preciousDeviceVerify?id=${await findPanel('precious', 'draft')}`,
        `/osp/subscribe/entranceVerifyFill?id=${await findPanel('import', 'signing')}`,
        `/osp/subscribe/entranceVerifyFill?id=${await findPanel('import', 'signing')}&view=print`,
        '/osp/priceProofDetail',
        `/osp/priceProofDetail?deviceId=${await deviceId('shared')}`,
      ]
    },
  },
  {
    who: 'labadmin',
    paths: async () => [
      '/osp/priceListFill',
      `/osp/priceListFill?deviceId=${await deviceId('shared')}`,
      `/osp/priceListFill?deviceId=${await deviceId('shared')}&view=proof`,
    ],
  },
  {
    who: 'expert3',
    paths: async () => [
      `/osp/subscribe/entranceVerifyFill?id=${(await call('expert3', panelCalls.list, { query: { scope: 'waiting', kind: 'import' } })).items[0]?.id ?? 'nothing to sign'}`,
    ],
  },
  {
    who: 'supplier',
    paths: async () => {
      const delivery = (await call('supplier', deliveryCalls.list, {})).items[0]?.id ?? 'no delivery'
      return [
        ...['providerInfo', 'providerAuditInfo', 'providerNotice', 'providerDevice', 'providerAccount'].map(
          (page) => `/osp/storage/${page}`,
        ),
        `/osp/storage/providerDevice?id=${delivery}`,
      ]
    },
  },
  {
    who: 'tenderoffice',
    paths: async () => {
      const company =
        (await call('tenderoffice', supplierCalls.list, { query: { state: 'awaiting_audit' } })).items[0]
          ?.id ?? 'no company'
      const delivery =
        (await call('tenderoffice', deliveryCalls.list, { query: { state: 'awaiting_check' } })).items[0]
          ?.id ?? 'no delivery'
      return [
        '/osp/storage/providerOpen',
        '/osp/storage/providerAuditList',
        `/osp/storage/providerAuditList?id=${company}`,
        '/osp/storage/invitationAuditInfo',
        `/osp/storage/invitationAuditInfo?id=${delivery}`,
        `/osp/storage/invitationAuditInfo?id=${delivery}&view=print`,
      ]
    },
  },
  {
    who: 'experimenter',
    paths: async () => [
      '/osp',
      '/osp/department',
      '/osp/notice',
      '/osp/notice-center',
      `/osp/notice-detail?id=${(await call('experimenter', noticeCalls.list, {})).items[0]?.id}`,
      '/osp/open-setting',
      '/osp/download',
      '/osp/helper',
      '/osp/policy',
      '/osp/device-rank',
      '/dashboard/device-rank',
      '/osp/device-map',
      '/osp/consulting',
      '/osp/develop',
      '/osp/test',
      '/system/persons',
      '/constant/fill',
      '/constant/history',
      `/lab?serialId=${castLab.serialId}`,
    ],
  },
  {
    who: 'sysadmin',
    paths: async () => {
      const labId = (await call('sysadmin', labCalls.detail, { query: { id: castLab.serialId } })).id
      const device = await deviceId('stories')
      return [
        '/maintain/index',
        '/maintain/campus-user',
        '/maintain/campus-user?view=off',
        '/maintain/roles',
        '/maintain/permission',
        '/maintain/postInfo',
        '/maintain/user-post',
        '/maintain/laboratory',
        `/maintain/lab/maintainInfo?id=${labId}`,
        `/maintain/lab/manages?id=${labId}`,
        '/maintain/order',
        '/open-sharing/open-set?view=holidays',
        '/maintain/deviceInfo',
        '/maintain/deviceAdd',
        `/maintain/deviceAdd?id=${device}&step=windows`,
        `/maintain/deviceEdit?id=${device}`,
        `/maintain/deviceDetail?id=${device}`,
        '/maintain/deviceCategory',
        '/maintain/department',
        '/maintain/build',
        '/maintain/build?tab=map',
        '/maintain/dictionaries',
      ]
    },
  },
  {
    who: 'tenderoffice',
    paths: async () => {
      const [draft, opened, evaluated, awarded] = await Promise.all([
        tenderIn('draft'),
        tenderIn('opened'),
        tenderIn('evaluated'),
        tenderIn('awarded'),
      ])
      const page = '/osp/subscribe/invitation'
      return [
        page,
        `${page}?view=results`,
        ...[draft, opened, evaluated, awarded].map((id) => `${page}?id=${id}`),
        ...['announcement', 'opening', 'evaluation'].map((sheet) => `${page}?id=${awarded}&print=${sheet}`),
      ]
    },
  },
  {
    who: 'equipoffice',
    paths: async () => {
      const first = async (list: 'transfers' | 'repairOrders' | 'scraps' | 'stocktakes') =>
        (await call('equipoffice', assetCalls[list], { query: {} })).items[0]?.id ?? `none of ${list}`
      const [transfer, repair, scrap, stocktake] = await Promise.all([
        first('transfers'),
        first('repairOrders'),
        first('scraps'),
        first('stocktakes'),
      ])
      const at = '/osp/asset'
      return [
        '/bpm/instances',
        `/bpm/instance?id=${await fundInstance()}`,
        `${at}/repairs`,
        `${at}/repairs?id=${repair}`,
        `${at}/repairs?id=${repair}&view=print`,
        `${at}/transfers`,
        `${at}/transfers?id=${transfer}`,
        `${at}/transfers?id=${transfer}&view=print`,
        `${at}/scraps`,
        `${at}/scraps?id=${scrap}`,
        `${at}/scraps?id=${scrap}&view=print`,
        `${at}/scrapVerify`,
        `${at}/maintenance`,
        `${at}/maintenance?view=records`,
        `${at}/stocktakes`,
        `${at}/stocktakes?id=${stocktake}`,
        `${at}/stocktakes?id=${stocktake}&view=print`,
      ]
    },
  },
  {
    who: 'requester',
    paths: async () => {
      const [draft, signing, info, stored] = await Promise.all([
        acceptanceIn('draft'),
        acceptanceIn('awaiting_signatures'),
        stockInIn('awaiting_info'),
        stockInIn('stored'),
      ])
      const device = (await call('requester', stockInCalls.get, { params: { id: Number(stored) } })).pieces[0]
        ?.deviceId
      const at = '/osp/storage'
      return [
        `${at}/list`,
        `${at}/list?view=stockIn`,
        `${at}/acceptanceAutoInfo`,
        `${at}/acceptanceAutoInfo?id=${draft}`,
        `${at}/acceptanceAcademyInfo`,
        `${at}/acceptanceAcademyInfo?id=${signing}`,
        `${at}/acceptanceAcademyInfo?id=${signing}&print=1`,
        `${at}/forwardStoreInfo`,
        `${at}/forwardStoreInfo?id=${info}`,
        `${at}/storageFinish?id=${stored}`,
        `${at}/storageFinish?id=${stored}&print=1`,
        `${at}/storageFinish?devices=${device}`,
        `${at}/storageFinish?devices=${device}&form=single`,
      ]
    },
  },
  {
    // A card owner must approve an instrument that someone else buys with the card.
    who: 'cardowner',
    paths: async () => [
      '/account/audit-list',
      `/osp/storage/forwardStoreInfo?id=${await stockInIn('awaiting_card_owner')}`,
    ],
  },
  {
    who: 'finance',
    paths: async () => [
      '/osp/storage/finance',
      `/osp/storage/finance?id=${await stockInIn('awaiting_finance')}`,
    ],
  },
  {
    who: 'equipoffice',
    paths: async () => [
      '/osp/storage/acceptanceAuditInfo',
      `/osp/storage/acceptanceAuditInfo?id=${await acceptanceIn('awaiting_audit')}`,
      '/osp/storage/storageFinish',
      `/osp/storage/storageFinish?id=${await stockInIn('awaiting_store')}`,
      ...(await ministryPaths()),
      ...(await nationalPaths()),
      '/form-create/form-design',
      '/form-create/form-design?id=new',
      '/bpm/bpm-list',
      '/bpm/bpm-design',
      `/bpm/bpm-design?id=${(await call('equipoffice', workflowCalls.list, { query: { keyword: '开放基金申请' } })).items[0]?.id}`,
      '/form-create/answers',
      `/form-create/answers?id=${(await call('booker', formCalls.open, { query: {} })).items[0]?.id}`,
      ...['ranking&by=hours', 'groups', 'trial', 'schemes'].map((view) => `/statistic/benefit?view=${view}`),
      `/statistic/benefit?id=${await benefitIn('equipoffice', 'submitted')}`,
      `/statistic/benefit?id=${await benefitIn('equipoffice', 'published')}`,
    ],
  },
  {
    who: 'depthead',
    paths: async () => ['/report/ministry', ...(await ministryPaths()).slice(1, 3)],
  },
  {
    who: 'director',
    paths: async () => [
      '/osp/asset/label',
      ...['', '&do=report', '&do=record', '&do=transfer', '&do=scan'].map(
        (todo) => `/osp/asset/label?serialId=${castDevices.selfOperated.serialId}${todo}`,
      ),
    ],
  },
  {
    who: 'supplier',
    paths: async () => [
      '/osp/subscribe/invitation',
      `/osp/subscribe/invitation?id=${await tenderIn('announced')}`,
    ],
  },
  {
    who: 'sysadmin',
    paths: async () => [
      '/open-sharing/share-contact',
      '/open-sharing/share-contact?view=site',
      '/content/notice',
      '/content/notice-add',
      '/content/policy-item',
      '/content/guide',
      '/content/department-overview',
      '/content/team-build',
      '/content/download-center',
      '/settings/carousel',
      '/settings/email',
      '/settings/audit',
      '/settings/data-screen',
      '/form-create/sources',
      '/monitor/operate-log',
      '/monitor/exception-log',
      '/monitor/platform',
      '/monitor/system-cache',
      '/monitor/crontab-task',
      '/monitor/icons',
    ],
  },
  {
    // The demo campus has simulated doors and switches.
    who: 'equipoffice',
    paths: async () => {
      const unit = async (kind: UnitKind) =>
        (await call('equipoffice', iotCalls.units, { query: { kind } })).items[0]?.id ?? `no ${kind}`
      const { items } = await call('equipoffice', iotCalls.gateways, { query: {} })
      return [
        '/open-sharing/gate-monitor',
        '/iot/iot-device',
        '/iot/iot-device?add=new',
        `/iot/iot-device?id=${items[0]?.id ?? 'no gateway'}`,
        '/iot-device/iot-sub-device',
        ...(await Promise.all([unit('door'), unit('air_switch'), unit('meter')])).map(
          (id) => `/iot-device/iot-sub-device?id=${id}`,
        ),
        ...['doors', 'events', 'grants', 'cards'].map((tab) => `/iot/door-access?tab=${tab}`),
        ...['switches', 'events', 'overrides', 'findings'].map((tab) => `/iot/air-switch?tab=${tab}`),
      ]
    },
  },
]
