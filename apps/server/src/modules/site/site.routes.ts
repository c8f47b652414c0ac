import { siteCalls } from '@portal/contract/site/site'
import { listWrites } from '../../kernel/cache.ts'
import type { Routes } from '../../kernel/serve.ts'
import * as site from './site.handler.ts'

export const siteRoutes: Routes = (on) => {
  on(siteCalls.get, site.get, { tables: ['site_setting'], calls: listWrites(siteCalls) })
  on(siteCalls.change, site.change, { keeps: site.loadUnchanged })
}
