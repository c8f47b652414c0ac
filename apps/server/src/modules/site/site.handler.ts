import type { Parsed } from '@portal/contract/kernel/call'
import { siteCalls, type Site } from '@portal/contract/site/site'
import { defineCache, writesOf, type Asker } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import * as store from './site.store.ts'

const cache = defineCache<Site>({
  name: 'site',
  title: '门户信息',
  tables: ['site_setting'],
  calls: writesOf(siteCalls),
  seconds: 60,
})
/** What stands in the HTML of every page, on forms and in mails. */
export const siteOf = (asker: Asker): Promise<Site> => cache.get(asker, '', store.read)

/** As mails name it: 示范大学大型仪器共享平台. */
export const portalOf = ({ school, name }: Site): string => (name.includes(school) ? name : school + name)

export const get = (ctx: Ctx) => store.read(ctx.db)

export async function change(ctx: Ctx, { body }: Parsed<typeof siteCalls.change>) {
  ctx.target = 'site'
  await store.write(ctx, body)
  return null
}

/** What a change leaves out stays so. */
export const loadUnchanged = (ctx: Ctx) => store.read(ctx.db)
