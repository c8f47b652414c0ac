import type { PurchaseStage } from '@portal/contract/purchase/stage'
import type { ScreenPath } from '../../../lib/screen-paths.ts'

interface Stage {
  stage: PurchaseStage
  path: ScreenPath
  /** Last words of the paths that belong to it. */
  pages: readonly string[]
}
/** The stages of an instrument's way in (§2, process overview). */
export const equipmentStages: readonly Stage[] = [
  {
    stage: 'request',
    path: '/osp/subscribe/list',
    pages: ['subscribe/list', 'subscribeHint', 'subscribeFill', 'preciousDeviceVerify', 'entranceVerifyList', 'entranceVerifyFill'],
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
  },
  { stage: 'acceptance', path: '/osp/storage/list', pages: ['storage/list', 'acceptanceAutoInfo', 'acceptanceAcademyInfo', 'acceptanceAuditInfo'] },
  { stage: 'info', path: '/osp/storage/forwardStoreInfo', pages: ['forwardStoreInfo'] },
  { stage: 'finance', path: '/osp/storage/finance', pages: ['storage/finance'] },
  { stage: 'store', path: '/osp/storage/storageFinish', pages: ['storageFinish'] },
  { stage: 'daily', path: '/osp/asset/repairs', pages: ['asset/label', 'asset/transfers', 'asset/maintenance', 'asset/repairs', 'asset/scraps', 'asset/scrapVerify', 'asset/stocktakes'] },
]
export const stageOf = (pathname: string): number => equipmentStages.findIndex((s) => s.pages.some((p) => pathname.endsWith(`/${p}`)))
