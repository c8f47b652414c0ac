import type { Parsed } from '@portal/contract/kernel/call'
import type { labPageCalls } from '@portal/contract/lab-page/lab-page'
import type { Ctx } from '../../kernel/ctx.ts'
import { cleanHtml, plainText } from '../../kernel/html.ts'
import { keepPictures } from '../file/file.service.ts'
import { mayEdit } from '../lab/lab.rules.ts'
import { allowEdit, standingOn } from '../lab/lab.service.ts'
import * as store from './lab-page.store.ts'

/** What pictures in the introduction hang on. */
export const TEXT = 'lab-description'

export async function description(ctx: Ctx, { query }: Parsed<typeof labPageCalls.description>) {
  const { id, name, roles } = await standingOn(ctx, query.id)
  const can = mayEdit('intro', ctx.me.permissions, roles) ? ['edit' as const] : []
  return { labId: id, name, ...(await store.description(ctx.db, id)), can }
}

/** Cleaned once, here; whoever shows it need not. An empty one makes room for the short text again. */
export async function describe(ctx: Ctx, { params, body }: Parsed<typeof labPageCalls.describe>) {
  const { id } = await standingOn(ctx, params.id)
  await allowEdit(ctx, id, 'intro')
  ctx.target = `lab ${id}`
  const bodyHtml = cleanHtml(body.bodyHtml)
  if (!plainText(bodyHtml) && !bodyHtml.includes('<img')) await store.forget(ctx, id)
  else await store.describe(ctx, id, bodyHtml)
  await keepPictures(ctx, bodyHtml, TEXT, id)
  return null
}

export async function figures(ctx: Ctx, { query }: Parsed<typeof labPageCalls.figures>) {
  const { id } = await standingOn(ctx, query.id)
  return store.figures(ctx.db, id)
}
