import { siteCalls, type Site } from '@portal/contract/site/site'
import { defineCache, listWrites, type Asker } from '../../kernel/cache.ts'
import * as store from './site.store.ts'

const cache = defineCache<Site>({
  name: 'site',
  title: '门户信息',
  tables: ['site_setting'],
  calls: listWrites(siteCalls),
  seconds: 60,
})
/** Asked of each call that a visitor makes. */
export const mayVisitorsBrowse = async (asker: Asker): Promise<boolean> =>
  (await readSite(asker)).visitorsMayBrowse
/** What stands in the HTML of every page, on forms and in mails. */
export const readSite = (asker: Asker): Promise<Site> => cache.get(asker, '', store.read)
