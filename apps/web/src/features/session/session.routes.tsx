import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/login', page: () => import('./pages/login.page.tsx'), light: true },
  { path: '/cas', page: () => import('./pages/cas.page.tsx'), light: true },
  { path: '/401', page: () => import('./pages/denied.page.tsx'), light: true },
  { path: '/404', page: () => import('./pages/missing.page.tsx'), light: true },
]
