import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/osp/asset/label', page: () => import('./pages/label.page.tsx') },
  { path: '/osp/asset/transfers', page: () => import('./pages/transfers.page.tsx') },
  { path: '/osp/asset/maintenance', page: () => import('./pages/maintenance.page.tsx') },
  { path: '/osp/asset/repairs', page: () => import('./pages/repairs.page.tsx') },
  { path: '/osp/asset/scraps', page: () => import('./pages/scraps.page.tsx') },
  { path: '/osp/asset/stocktakes', page: () => import('./pages/stocktakes.page.tsx') },
]
