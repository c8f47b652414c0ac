import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import type { Standing } from './form.rules.ts'
import * as store from './form.store.ts'

export const isOffice = (ctx: Ctx): boolean => ctx.holds('FORM_ALL')
export const readStanding = (ctx: Ctx, { ownerId }: { ownerId: number }): Standing => ({
  isOwner: ownerId === ctx.me.id,
  isOffice: isOffice(ctx),
})
/** Whoever gave it, whoever drew the form, and the office. */
export const maySeeAnswer = (ctx: Ctx, { userId, ownerId }: { userId: number; ownerId: number }): boolean =>
  userId === ctx.me.id || ownerId === ctx.me.id || isOffice(ctx)

const mustBeHis = (ctx: Ctx, form: store.Form | undefined): store.Form => {
  if (!form) throw notFound('表单')
  const { isOwner, isOffice: manages } = readStanding(ctx, form)
  ctx.allow(isOwner || manages, '只能查看和修改自己的表单')
  ctx.target = `form ${form.id}`
  return form
}
/** A form that he drew, or that he manages. */
export const requireOwn = async (ctx: Ctx, id: number): Promise<store.Form> =>
  mustBeHis(ctx, await store.find(ctx.db, id))
/** The same, and nobody else changes it until the transaction ends. */
export const holdOwn = async (ctx: Ctx, id: number): Promise<store.Form> =>
  mustBeHis(ctx, await store.hold(ctx, id))
