import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [{ path: '/open-sharing/open-set', page: () => import('./pages/open-set.page.tsx') }]
