import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/account/audit-list', page: () => import('./pages/inbox.page.tsx') },
  { path: '/settings/audit', page: () => import('./pages/policy.page.tsx') },
  { path: '/share/audit', page: () => import('./pages/inbox.page.tsx') },
]
