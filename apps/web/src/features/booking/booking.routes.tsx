import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/deviceopen/applyTime', page: () => import('./pages/apply-time.page.tsx') },
  { path: '/deviceopen/apply', page: () => import('./pages/apply.page.tsx') },
  { path: '/appointment/orderDetail', page: () => import('./pages/order-detail.page.tsx') },
]
