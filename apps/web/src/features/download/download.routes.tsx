import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [{ path: '/osp/download', page: () => import('./pages/download.page.tsx'), light: true }]
