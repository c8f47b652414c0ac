import type { Parsed } from '@portal/contract/kernel/call'
import type { labPageCalls } from '@portal/contract/lab-page/lab-page'
import type { Ctx } from '../../kernel/ctx.ts'
import { cleanHtml, plainText } from '../../kernel/html.ts'
import { notFound } from '../../kernel/refuse.ts'
import { refuseOlder } from '../../kernel/revision.ts'
import { keepPictures } from '../file/file.service.ts'
import { mayEdit } from '../lab/lab.rules.ts'
import { allowEdit, findStanding } from '../lab/lab.service.ts'
import { PICTURES } from './lab-page.rules.ts'
import * as store from './lab-page.store.ts'

/** Refuses a lab that was deleted after the caller's standing in it was read. */
async function requireDescription(ctx: Ctx, labId: number): Promise<store.DescriptionRow> {
  const found = await store.findDescription(ctx.db, labId)
  if (!found) throw notFound('实验室')
  return found
}

export async function showDescription(ctx: Ctx, { query }: Parsed<typeof labPageCalls.description>) {
  const { id, name, roles } = await findStanding(ctx, query.id)
  const can = mayEdit('intro', ctx.me.permissions, roles) ? ['edit' as const] : []
  return { labId: id, name, ...(await requireDescription(ctx, id)), can }
}

/**
 * Cleans the HTML once, here, so that it need not be cleaned for each reader. Without a description, the
 * lab's short introduction is shown.
 */
export async function writeDescription(ctx: Ctx, { params, body }: Parsed<typeof labPageCalls.describe>) {
  const { id } = await findStanding(ctx, params.id)
  await allowEdit(ctx, id, 'intro')
  ctx.target = `lab ${id}`
  await store.lock(ctx, id)
  refuseOlder('简介', await requireDescription(ctx, id), body.seenAt)
  const bodyHtml = cleanHtml(body.bodyHtml)
  const empty = !plainText(bodyHtml) && !bodyHtml.includes('<img')
  if (empty) await store.removeDescription(ctx, id)
  else await store.writeDescription(ctx, id, bodyHtml)
  await keepPictures(ctx, bodyHtml, PICTURES, id)
  return { updatedAt: empty ? null : ctx.now }
}

export async function showFigures(ctx: Ctx, { query }: Parsed<typeof labPageCalls.figures>) {
  const { id } = await findStanding(ctx, query.id)
  return store.readFigures(ctx.db, id)
}
