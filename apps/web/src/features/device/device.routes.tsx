import type { AppRoute } from '../../lib/app-route.ts'

const detail = () => import('./pages/device-detail.page.tsx')
const rank = () => import('./pages/device-rank.page.tsx')

export const routes: AppRoute[] = [
  { path: '/osp/share-platform', page: () => import('./pages/share-platform.page.tsx'), light: true },
  { path: '/share/homepage', page: () => import('./pages/share-home.page.tsx'), light: true },
  { path: '/dashboard/deviceDetail', page: detail, light: true },
  { path: '/account/personalDeviceDetail', page: () => import('./pages/my-device.page.tsx') },
  { path: '/maintain/deviceInfo', page: () => import('./pages/manage-list.page.tsx') },
  { path: '/maintain/deviceDetail', page: () => import('./pages/device-file.page.tsx') },
  { path: '/maintain/deviceAdd', page: () => import('./pages/device-add.page.tsx') },
  { path: '/maintain/deviceEdit', page: () => import('./pages/device-edit.page.tsx') },
  { path: '/maintain/deviceCategory', page: () => import('./pages/categories.page.tsx') },
  { path: '/lab/deviceDetail', page: detail, light: true },
  { path: '/deviceopen/deviceopenDetail', page: () => import('./pages/opened-detail.page.tsx'), light: true },
  { path: '/osp/device-rank', page: rank, light: true },
  { path: '/dashboard/device-rank', page: rank, light: true },
  { path: '/account/devices', page: () => import('./pages/my-devices.page.tsx') },
]
