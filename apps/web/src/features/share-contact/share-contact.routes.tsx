import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/open-sharing/share-contact', page: () => import('./pages/contacts.page.tsx') },
]
