import type { Parsed } from '@portal/contract/kernel/call'
import type { siteCalls } from '@portal/contract/site/site'
import type { Ctx } from '../../kernel/ctx.ts'
import type { LoadUnchanged } from '../../kernel/serve.ts'
import * as store from './site.store.ts'

export const get = (ctx: Ctx) => store.read(ctx.db)

export async function change(ctx: Ctx, { body }: Parsed<typeof siteCalls.change>) {
  ctx.target = 'site'
  await store.write(ctx, body)
  return null
}

/** The stored settings as a request body, because fields missing in a change keep their values. */
export const loadUnchanged: LoadUnchanged = (ctx) => store.read(ctx.db)
