import type { AppRoute } from '../../lib/app-route.ts'

const home = () => import('./pages/lab-home.page.tsx')

export const routes: AppRoute[] = [
  { path: '/lab', page: home, light: true },
  { path: '/lab/homepage', page: home, light: true },
  { path: '/lab/describtion', page: () => import('./pages/description.page.tsx'), light: true },
  { path: '/lab/trends', page: () => import('./pages/trends.page.tsx'), light: true },
  { path: '/lab/notice-detail', page: () => import('./pages/news.page.tsx'), light: true },
  { path: '/lab/editDynamic', page: () => import('./pages/edit-news.page.tsx') },
  { path: '/lab/opens', page: () => import('./pages/opens.page.tsx') },
  { path: '/lab/reference', page: () => import('./pages/reference.page.tsx'), light: true },
  { path: '/lab/contact', page: () => import('./pages/contact.page.tsx'), light: true },
  { path: '/lab/chamberInfo', page: () => import('./pages/rooms.page.tsx'), light: true },
  { path: '/lab/manage', page: () => import('./pages/manage.page.tsx') },
]
