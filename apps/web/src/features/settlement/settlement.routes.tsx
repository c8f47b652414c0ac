import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/account/payOrderDetail', page: () => import('./pages/pay-order.page.tsx') },
  { path: '/osp/printPayOrder', page: () => import('./pages/print.page.tsx') },
  { path: '/open-sharing/settles', page: () => import('./pages/settles.page.tsx') },
  { path: '/maintain/order', page: () => import('./pages/orders.page.tsx') },
  { path: '/open-sharing/financial', page: () => import('./pages/financial.page.tsx') },
]
