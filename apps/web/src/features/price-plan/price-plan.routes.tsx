import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/osp/priceProofDetail', page: () => import('./pages/proof.page.tsx') },
  { path: '/osp/priceListFill', page: () => import('./pages/fill.page.tsx') },
]
