import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [{ path: '/settings/email', page: () => import('./pages/email.page.tsx') }]
