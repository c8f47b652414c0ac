import type { ScreenPath } from '../../../lib/screen-paths.ts'

interface Stage {
  title: string
  path: ScreenPath
  /** Last words of the paths that belong to it. */
  pages: readonly string[]
}
/** The stages of an instrument's way in (§2, process overview). */
export const equipmentStages: readonly Stage[] = [
  {
    title: '申购',
    path: '/osp/subscribe/list',
    pages: ['subscribe/list', 'subscribeHint', 'subscribeFill', 'preciousDeviceVerify', 'entranceVerifyList', 'entranceVerifyFill'],
  },
  {
    title: '招标采购',
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
  { title: '验收', path: '/osp/storage/list', pages: ['storage/list', 'acceptanceAutoInfo', 'acceptanceAcademyInfo', 'acceptanceAuditInfo'] },
  { title: '预入库', path: '/osp/storage/forwardStoreInfo', pages: ['forwardStoreInfo'] },
  { title: '财务报销', path: '/osp/storage/finance', pages: ['storage/finance'] },
  { title: '正式入库', path: '/osp/storage/storageFinish', pages: ['storageFinish'] },
  { title: '日常管理', path: '/osp/asset/repairs', pages: ['asset/label', 'asset/transfers', 'asset/maintenance', 'asset/repairs', 'asset/scraps', 'asset/scrapVerify', 'asset/stocktakes'] },
]
export const stageOf = (pathname: string): number => equipmentStages.findIndex((s) => s.pages.some((p) => pathname.endsWith(`/${p}`)))
