import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/osp/storage/providerDevice', page: () => import('./pages/provider-device.page.tsx') },
  { path: '/osp/storage/invitationAuditInfo', page: () => import('./pages/check.page.tsx') },
]
