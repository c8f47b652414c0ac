import type { Task } from '@portal/contract/approval/approval'
import { to } from '../../../lib/paths.ts'

/** The address of the page that a task is about. */
export function addressOfTask({ business, rowId, step }: Pick<Task, 'business' | 'rowId' | 'step'>): string {
  switch (business) {
    case 'booking':
      return to('/appointment/orderDetail', { id: rowId })
    case 'test_order':
      return step === 'fill'
        ? to('/account/measureInfo', { id: rowId })
        : to('/account/orderDetail', { id: rowId })
    case 'settlement':
      return to('/account/payOrderDetail', { id: rowId })
    case 'purchase':
      return step === 'sourcing'
        ? to('/osp/subscribe/purchase', { id: rowId })
        : to('/osp/subscribe/subscribeFill', { id: rowId })
    case 'panel':
      return to('/osp/subscribe/preciousDeviceVerify', { id: rowId })
    case 'tender':
      return to('/osp/subscribe/invitation', { id: rowId })
    case 'supplier':
      return step === 'audit'
        ? to('/osp/storage/providerAuditList', { id: rowId })
        : to('/osp/storage/providerAuditInfo')
    case 'delivery':
      return step === 'check'
        ? to('/osp/storage/invitationAuditInfo', { id: rowId })
        : to('/osp/storage/providerDevice', { id: rowId })
    case 'acceptance':
      return to(
        step === 'audit' || step === 'dept_head'
          ? '/osp/storage/acceptanceAuditInfo'
          : step === 'sign'
            ? '/osp/storage/acceptanceAcademyInfo'
            : '/osp/storage/acceptanceAutoInfo',
        { id: rowId },
      )
    case 'stock_in':
      return to(
        step === 'info' || step === 'card_owner'
          ? '/osp/storage/forwardStoreInfo'
          : step === 'finance'
            ? '/osp/storage/finance'
            : '/osp/storage/storageFinish',
        { id: rowId },
      )
    case 'transfer':
      return to('/osp/asset/transfers', { id: rowId })
    case 'repair':
      return to('/osp/asset/repairs', { id: rowId })
    case 'violation':
      return to('/account/subscribe-list', { scope: 'lab-violations', id: rowId })
    case 'use_finding':
      return to('/iot/air-switch', { tab: 'findings', id: rowId })
    case 'scrap':
      return to('/osp/asset/scraps', { id: rowId })
    case 'benefit':
      return to('/statistic/benefit', { id: rowId })
    case 'workflow':
      return to('/bpm/instance', { id: rowId })
  }
}
