import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/osp/department', page: () => import('./pages/department.page.tsx'), light: true },
  { path: '/maintain/department', page: () => import('./pages/departments.page.tsx') },
  { path: '/content/department-overview', page: () => import('./pages/overview.page.tsx') },
]
