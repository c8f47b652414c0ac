import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/osp/download', page: () => import('./pages/download.page.tsx'), light: true },
  { path: '/share/policies', page: () => import('./pages/policies.page.tsx'), light: true },
]
