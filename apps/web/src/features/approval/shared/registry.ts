import type { Business } from '@portal/contract/approval/approval'
import type { InboxView } from './inbox-view.tsx'

/** The inbox entries by business, each loaded with the first task of its kind. */
const entries: Record<Business, () => Promise<{ inbox: InboxView }>> = {
  booking: () => import('../../booking/shared/booking.process.tsx'),
  test_order: () => import('../../test-order/shared/test-order.process.tsx'),
  settlement: () => import('../../settlement/shared/settlement.process.tsx'),
  purchase: () => import('../../purchase/shared/purchase.process.tsx'),
  panel: () => import('../../panel/shared/panel.process.tsx'),
  tender: () => import('../../tender/shared/inbox.tsx'),
  supplier: () => import('../../supplier/shared/supplier.process.tsx'),
  delivery: () => import('../../delivery/shared/delivery.process.tsx'),
  acceptance: () => import('../../acceptance/shared/acceptance.process.tsx'),
  stock_in: () => import('../../stock-in/shared/stock-in.process.tsx'),
  benefit: () => import('../../benefit/shared/benefit.process.tsx'),
  transfer: () => import('../../asset/shared/transfer.process.tsx'),
  repair: () => import('../../asset/shared/repair.process.tsx'),
  violation: () => import('../../violation/shared/inbox.tsx'),
  use_finding: () => import('../../iot/shared/inbox.tsx'),
  scrap: () => import('../../asset/shared/scrap.process.tsx'),
  workflow: () => import('../../workflow/shared/inbox.tsx'),
}

export const loadView = async (business: Business): Promise<InboxView> => (await entries[business]()).inbox
