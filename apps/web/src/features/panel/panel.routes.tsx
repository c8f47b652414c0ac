import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/osp/subscribe/preciousDeviceVerify', page: () => import('./pages/precious.page.tsx') },
  { path: '/osp/subscribe/entranceVerifyList', page: () => import('./pages/import-list.page.tsx') },
  { path: '/osp/subscribe/entranceVerifyFill', page: () => import('./pages/import.page.tsx') },
  { path: '/osp/asset/scrapVerify', page: () => import('./pages/scrap.page.tsx') },
]
