import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/osp/home', page: () => import('./pages/home.page.tsx'), light: true },
  { path: '/osp', page: () => import('./pages/home.page.tsx'), light: true },
  { path: '/osp/test', page: () => import('./pages/self-test.page.tsx'), light: true },
]
