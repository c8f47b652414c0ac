import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/osp/helper', page: () => import('./pages/helper.page.tsx'), light: true },
  { path: '/content/policy-item', page: () => import('./pages/policy-item.page.tsx') },
]
