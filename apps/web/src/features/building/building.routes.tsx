import type { AppRoute } from '../../lib/app-route.ts'

const map = () => import('./pages/device-map.page.tsx')

export const routes: AppRoute[] = [
  { path: '/maintain/build', page: () => import('./pages/buildings.page.tsx') },
  { path: '/osp/device-map', page: map },
  { path: '/share/device-map', page: map },
]
