import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/osp/storage/providerOpen', page: () => import('./pages/provider-open.page.tsx') },
  { path: '/osp/storage/providerInfo', page: () => import('./pages/provider-info.page.tsx') },
  { path: '/osp/storage/providerAuditList', page: () => import('./pages/audit-list.page.tsx') },
  { path: '/osp/storage/providerAuditInfo', page: () => import('./pages/audit-info.page.tsx') },
  { path: '/osp/storage/providerActive', page: () => import('./pages/active.page.tsx') },
  { path: '/osp/storage/providerNotice', page: () => import('./pages/notice.page.tsx') },
  { path: '/osp/storage/providerAccount', page: () => import('./pages/account.page.tsx') },
]
