import type { AppRoute } from '../../lib/app-route.ts'

const inbox = () => import('./pages/inbox.page.tsx')

export const routes: AppRoute[] = [
  { path: '/account/audit-list', page: inbox },
  { path: '/share/audit', page: inbox },
]
