import type { ComponentType } from 'react'
import type { ScreenPath } from './screen-paths.ts'

/** One screen of a feature: `features/<d>/<d>.routes.tsx` exports `routes: AppRoute[]`. Title, frame and rights stand in `app/site-map.ts`. */
export interface AppRoute {
  path: ScreenPath
  /** Loaded when the screen is opened: `() => import('./pages/finance.page.tsx')`; the page is the module's default. */
  page: () => Promise<{ default: ComponentType }>
  /** The page uses nothing of antd: it is not wrapped in antd's frame and does not load it. */
  light?: true
}
