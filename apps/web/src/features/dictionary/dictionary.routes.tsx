import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/maintain/dictionaries', page: () => import('./pages/dictionaries.page.tsx') },
]
