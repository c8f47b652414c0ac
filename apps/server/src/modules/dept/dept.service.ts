// Owns the tree of depts, and what each says of itself. Other modules may ask which depts belong together,
// and which the person who asks heads.

import type { Ctx } from '../../kernel/ctx.ts'
import * as store from './dept.store.ts'

/** A dept and all below it: what a filter by dept means. */
export const listFamily = (ctx: Ctx, deptId: number): Promise<number[]> => store.listFamily(ctx.db, deptId)

/** The depts that the person who asks heads: his own and all below it. */
export async function listHeadedDepts(ctx: Ctx): Promise<number[]> {
  const { deptId, roles } = ctx.me
  return deptId !== null && roles.includes('DEPT_HEAD') ? listFamily(ctx, deptId) : []
}

/** A dept, all below and all above it: whoever is not among them is another college's. */
export const listKin = async (ctx: Ctx, deptId: number): Promise<ReadonlySet<number>> =>
  new Set(await store.listKin(ctx.db, deptId))
