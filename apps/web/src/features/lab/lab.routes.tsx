import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/account/lab', page: () => import('./pages/my-labs.page.tsx'), light: true },
  { path: '/osp/laboratory', page: () => import('./pages/laboratory.page.tsx') },
  { path: '/share/contact', page: () => import('./pages/contacts.page.tsx') },
  { path: '/maintain/laboratory', page: () => import('./pages/back-labs.page.tsx') },
  { path: '/maintain/lab/maintainInfo', page: () => import('./pages/back-lab.page.tsx') },
  { path: '/maintain/lab/manages', page: () => import('./pages/back-managers.page.tsx') },
]
