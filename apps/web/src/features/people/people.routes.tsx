import type { AppRoute } from '../../lib/app-route.ts'

export const routes: AppRoute[] = [
  { path: '/maintain/campus-user', page: () => import('./pages/users.page.tsx') },
  { path: '/maintain/roles', page: () => import('./pages/roles.page.tsx') },
  { path: '/maintain/permission', page: () => import('./pages/permissions.page.tsx') },
  { path: '/maintain/postInfo', page: () => import('./pages/posts.page.tsx') },
  { path: '/maintain/user-post', page: () => import('./pages/user-posts.page.tsx') },
  { path: '/system/persons', page: () => import('./pages/persons.page.tsx') },
]
