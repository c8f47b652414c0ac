import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/account/measure-list', page: () => import('./pages/measure-list.page.tsx') },
  { path: '/account/measureInfo', page: () => import('./pages/measure-info.page.tsx') },
  { path: '/account/orderDetail', page: () => import('./pages/order-detail.page.tsx') },
  { path: '/open-sharing/testManage', page: () => import('./pages/test-manage.page.tsx') },
]
