import type { Parsed } from '@portal/contract/kernel/call'
import {
  MAX_CATEGORIES,
  noCategory,
  resourceRefusals,
  type resourceCalls,
} from '@portal/contract/resource/resource'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse, refuseField, violates, violatesReference } from '../../kernel/refuse.ts'
import { allowEdit, findStanding } from '../lab/lab.service.ts'
import * as store from './resource.store.ts'

export async function listCategories(ctx: Ctx, { params, query }: Parsed<typeof resourceCalls.categories>) {
  const lab = await findStanding(ctx, params.id)
  const categories = await store.listCategories(ctx.db, lab.id)
  const count = query.rest ? await store.countRest(ctx.db, lab.id) : 0
  return count > 0 ? [...categories, { ...noCategory, count }] : categories
}

export async function saveCategory(
  ctx: Ctx,
  { body: { id, labId, name, sort } }: Parsed<typeof resourceCalls.saveCategory>,
) {
  await allowEdit(ctx, labId, 'intro')
  ctx.target = `lab ${labId}`
  try {
    if (!id) {
      if ((await store.countCategories(ctx, labId)) >= MAX_CATEGORIES)
        throw refuse('CATEGORIES_FULL', resourceRefusals.CATEGORIES_FULL)
      return await store.addCategory(ctx, labId, name, sort)
    }
    if ((await store.findLabOfCategory(ctx.db, id)) !== labId) throw notFound('分类')
    await store.changeCategory(ctx, id, name, sort)
    return { id }
  } catch (e) {
    if (violates(e, 'resource_category_name'))
      throw refuseField('name', resourceRefusals.CATEGORY_TAKEN, 'CATEGORY_TAKEN')
    throw e
  }
}

export async function removeCategory(ctx: Ctx, { params }: Parsed<typeof resourceCalls.removeCategory>) {
  const labId = await store.findLabOfCategory(ctx.db, params.id)
  if (labId === undefined) throw notFound('分类')
  await allowEdit(ctx, labId, 'intro')
  ctx.target = `lab ${labId}`
  try {
    await store.removeCategory(ctx, params.id)
  } catch (e) {
    if (violatesReference(e))
      throw refuse('CATEGORY_IN_USE', resourceRefusals.CATEGORY_IN_USE, { status: 409 })
    throw e
  }
  return null
}
