import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/osp/storage/list', page: () => import('./pages/list.page.tsx') },
  { path: '/osp/storage/forwardStoreInfo', page: () => import('./pages/order.page.tsx') },
  { path: '/osp/storage/finance', page: () => import('./pages/order.page.tsx') },
  { path: '/osp/storage/storageFinish', page: () => import('./pages/finish.page.tsx') },
]
