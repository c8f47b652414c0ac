import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/osp/consulting', page: () => import('./pages/consulting.page.tsx') },
]
