import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/monitor/operate-log', page: () => import('./pages/operate-log.page.tsx') },
  { path: '/monitor/exception-log', page: () => import('./pages/exception-log.page.tsx') },
  { path: '/monitor/system-cache', page: () => import('./pages/system-cache.page.tsx') },
  { path: '/monitor/crontab-task', page: () => import('./pages/crontab-task.page.tsx') },
  { path: '/monitor/icons', page: () => import('./pages/icons.page.tsx') },
]
