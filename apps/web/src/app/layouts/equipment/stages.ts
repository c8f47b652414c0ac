import type { PurchaseStage } from '@portal/contract/purchase/stage'
import type { ScreenPath } from '@portal/contract/screens'

/** A list of the stage, and which waiting tasks it counts. */
export interface StageList {
  path: ScreenPath
  title: string
  /** `business.step`, or a whole business. */
  tasks?: readonly string[]
  /** Counted by the place of the work, which the task does not name. */
  count?: 'precious' | 'import' | 'self' | 'college' | 'audit'
}

interface Stage {
  stage: PurchaseStage
  /** Its lists, if it has more than one. */
  lists?: readonly StageList[]
  path: ScreenPath
  /** Ends of the paths that belong to it. */
  pages: readonly string[]
}
/** The stages from purchase request to daily use, as the stage bar shows them. */
export const equipmentStages: readonly Stage[] = [
  {
    stage: 'request',
    path: '/osp/subscribe/list',
    pages: [
      'subscribe/list',
      'subscribeHint',
      'subscribeFill',
      'preciousDeviceVerify',
      'entranceVerifyList',
      'entranceVerifyFill',
    ],
    lists: [
      {
        path: '/osp/subscribe/list',
        title: '申购单查询',
        tasks: ['purchase.panel', 'purchase.dept_head', 'purchase.finance', 'purchase.equip_office'],
      },
      { path: '/osp/subscribe/preciousDeviceVerify', title: '贵重仪器论证', count: 'precious' },
      { path: '/osp/subscribe/entranceVerifyList', title: '进口设备论证', count: 'import' },
    ],
  },
  {
    stage: 'sourcing',
    path: '/osp/subscribe/invitation',
    pages: [
      'invitation',
      'purchase',
      'providerOpen',
      'providerInfo',
      'providerAuditList',
      'invitationAuditInfo',
      'providerAuditInfo',
      'providerActive',
      'providerNotice',
      'providerDevice',
      'providerAccount',
    ],
    lists: [
      { path: '/osp/subscribe/invitation', title: '招标采购', tasks: ['tender'] },
      {
        path: '/osp/subscribe/purchase',
        title: '一般采购与合同',
        tasks: ['purchase.sourcing', 'purchase.contract'],
      },
      { path: '/osp/storage/invitationAuditInfo', title: '设备信息核对', tasks: ['delivery.check'] },
      {
        path: '/osp/storage/providerAuditList',
        title: '供应商审核',
        tasks: ['supplier.audit'],
      },
      { path: '/osp/storage/providerOpen', title: '开通供应商' },
    ],
  },
  {
    stage: 'acceptance',
    path: '/osp/storage/list',
    pages: ['storage/list', 'acceptanceAutoInfo', 'acceptanceAcademyInfo', 'acceptanceAuditInfo'],
    lists: [
      { path: '/osp/storage/list', title: '验收入库单' },
      { path: '/osp/storage/acceptanceAutoInfo', title: '自行验收', count: 'self' },
      { path: '/osp/storage/acceptanceAcademyInfo', title: '学院验收', count: 'college' },
      {
        path: '/osp/storage/acceptanceAuditInfo',
        title: '设备处审核验收',
        count: 'audit',
      },
    ],
  },
  { stage: 'info', path: '/osp/storage/forwardStoreInfo', pages: ['forwardStoreInfo'] },
  { stage: 'finance', path: '/osp/storage/finance', pages: ['storage/finance'] },
  { stage: 'store', path: '/osp/storage/storageFinish', pages: ['storageFinish'] },
  // Staff who may open instruments go to the back office's opening settings; everyone else sees the open
  // instruments.
  { stage: 'share', path: '/osp/open-setting', pages: [] },
  {
    stage: 'daily',
    path: '/osp/asset/repairs',
    pages: [
      'asset/label',
      'asset/transfers',
      'asset/maintenance',
      'asset/repairs',
      'asset/scraps',
      'asset/scrapVerify',
      'asset/stocktakes',
    ],
  },
]
export const findStage = (pathname: string): number =>
  equipmentStages.findIndex((s) => s.pages.some((p) => pathname.endsWith(`/${p}`)))
