import type { AppRoute } from '../../lib/app-route.ts'

const home = () => import('./pages/home.page.tsx')

export const routes: AppRoute[] = [
  { path: '/register', page: () => import('./pages/register.page.tsx') },
  { path: '/pwdback', page: () => import('./pages/pwdback.page.tsx') },
  { path: '/infoPrefect', page: () => import('./pages/info-prefect.page.tsx') },
  { path: '/account', page: home },
  { path: '/account/homepage', page: home },
]
