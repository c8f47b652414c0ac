import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/osp/subscribe/invitation', page: () => import('./pages/invitation.page.tsx') },
]
