import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/deviceopen/applyTime', page: () => import('./pages/apply-time.page.tsx') },
  { path: '/deviceopen/apply', page: () => import('./pages/apply.page.tsx') },
  { path: '/appointment/orderDetail', page: () => import('./pages/order-detail.page.tsx') },
  { path: '/deviceopen/delay', page: () => import('./pages/delay.page.tsx') },
  { path: '/account/subscribe-list', page: () => import('./pages/my-bookings.page.tsx'), light: true },
  { path: '/share/subscribe', page: () => import('./pages/my-bookings.page.tsx'), light: true },
  { path: '/open-sharing/subscribes', page: () => import('./pages/back-bookings.page.tsx') },
  { path: '/osp-test/subscribe', page: () => import('./pages/subscribe.page.tsx') },
]
