import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/osp/notice', page: () => import('./pages/notices.page.tsx'), light: true },
  { path: '/osp/notice-center', page: () => import('./pages/notice-center.page.tsx'), light: true },
  { path: '/osp/notice-detail', page: () => import('./pages/notice-detail.page.tsx'), light: true },
  { path: '/content/notice', page: () => import('./pages/manage.page.tsx') },
  { path: '/content/notice-add', page: () => import('./pages/edit.page.tsx') },
]
