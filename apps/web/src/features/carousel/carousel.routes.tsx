import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/settings/carousel', page: () => import('./pages/carousel.page.tsx') },
]
