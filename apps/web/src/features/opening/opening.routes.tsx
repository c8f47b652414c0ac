import type { AppRoute } from '../../lib/app-route.ts'

const overview = () => import('./pages/open-settings.page.tsx')

export const routes: AppRoute[] = [
  { path: '/open-sharing/open-set', page: () => import('./pages/open-set.page.tsx') },
  { path: '/osp/open-setting', page: overview },
  { path: '/share/open-setting', page: overview },
]
