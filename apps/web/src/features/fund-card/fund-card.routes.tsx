import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/account/finance', page: () => import('./pages/finance.page.tsx') },
]
