import { view } from '@portal/contract/kernel/permissions'
import type { Ctx } from '../../kernel/ctx.ts'
import * as store from './notice.store.ts'

/** Who reads: what notices ask of people to be for them. */
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
 * Who looks after which: `_ALL` reaches every notice of the portal, the others look after those of their
 * dept.
 */
export const readScope = (ctx: Ctx): store.Scope => ({
  all: ctx.holds('NOTICE_MSG_ALL'),
  deptId: ctx.me.deptId,
  userId: ctx.me.id,
})

/** An attachment is for whoever may read its notice now, and for those who look after it. */
export async function mayReadFiles(ctx: Ctx, id: number): Promise<boolean> {
  if (await store.isReadable(ctx.db, await findReader(ctx), id)) return true
  return (
    ctx.holds(...view('NOTICE_MSG')) &&
    (await store.findManaged(ctx.db, readScope(ctx), ctx.now, id)) !== undefined
  )
}
