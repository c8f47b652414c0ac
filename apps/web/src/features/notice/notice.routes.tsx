import type { AppRoute } from '../../lib/app-route.ts'

const list = () => import('./pages/notices.page.tsx')

export const routes: AppRoute[] = [
  { path: '/osp/notice', page: list, light: true },
  { path: '/osp/notice-center', page: list, light: true },
  { path: '/osp/notice-detail', page: () => import('./pages/notice-detail.page.tsx'), light: true },
]
