import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/constant/fill', page: () => import('./pages/fill.page.tsx') },
  { path: '/constant/history', page: () => import('./pages/history.page.tsx') },
]
