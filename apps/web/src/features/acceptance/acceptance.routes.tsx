import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/osp/storage/acceptanceAutoInfo', page: () => import('./pages/acceptance.page.tsx') },
  { path: '/osp/storage/acceptanceAcademyInfo', page: () => import('./pages/acceptance.page.tsx') },
  { path: '/osp/storage/acceptanceAuditInfo', page: () => import('./pages/audit.page.tsx') },
]
