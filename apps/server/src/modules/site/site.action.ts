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
/** Checked on every call of a visitor. */
export const mayVisitorsBrowse = async (asker: Asker): Promise<boolean> =>
  (await readSite(asker)).visitorsMayBrowse
/** The portal's names and addresses: in the HTML of every page, on forms and in mails. */
export const readSite = (asker: Asker): Promise<Site> => cache.get(asker, '', store.read)
