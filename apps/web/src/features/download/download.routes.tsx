import type { AppRoute } from '../../lib/app-route.ts'

const policies = () => import('./pages/policies.page.tsx')

export const routes: AppRoute[] = [
  { path: '/osp/download', page: () => import('./pages/download.page.tsx'), light: true },
  { path: '/share/policies', page: policies, light: true },
  { path: '/osp/policy', page: policies, light: true },
  { path: '/content/download-center', page: () => import('./pages/manage.page.tsx') },
]
