import { view } from '@portal/contract/kernel/permissions'
import type { Ctx } from '../../kernel/ctx.ts'
import * as store from './notice.store.ts'

/** The attributes of the caller by which notices are addressed. */
export async function findReader(ctx: Ctx): Promise<store.Reader> {
  const { actor } = ctx
  if (!actor) return { now: ctx.now, signedIn: false, userType: null, roles: [], deptIds: [] }
  return {
    now: ctx.now,
    signedIn: true,
    userType: actor.userType,
    roles: actor.roles,
    deptIds: actor.deptId === null ? [] : await store.readDeptChain(ctx.db, actor.deptId),
  }
}

/**
 * Which notices the caller manages: with `_ALL` all notices of the portal, otherwise those of the caller's
 * dept and the caller's own.
 */
export const readScope = (ctx: Ctx): store.Scope => ({
  all: ctx.holds('NOTICE_MSG_ALL'),
  deptId: ctx.me.deptId,
  userId: ctx.me.id,
})

/** Attachments may be read by readers of the notice and by those who manage it. */
export async function mayReadFiles(ctx: Ctx, id: number): Promise<boolean> {
  if (await store.isReadable(ctx.db, await findReader(ctx), id)) return true
  return (
    ctx.holds(...view('NOTICE_MSG')) &&
    (await store.findManaged(ctx.db, readScope(ctx), ctx.now, id)) !== undefined
  )
}
