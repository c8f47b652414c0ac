import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/osp/subscribe/list', page: () => import('./pages/list.page.tsx') },
  { path: '/osp/subscribe/subscribeHint', page: () => import('./pages/hint.page.tsx') },
  { path: '/osp/subscribe/subscribeFill', page: () => import('./pages/fill.page.tsx') },
  { path: '/osp/subscribe/purchase', page: () => import('./pages/buy.page.tsx') },
]
