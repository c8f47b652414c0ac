// Owns the tree of depts and their self-descriptions. Other modules may ask for a dept's family and for the
// depts that the caller heads.

import type { Ctx } from '../../kernel/ctx.ts'
import * as store from './dept.store.ts'

/** A dept and all its descendants: the meaning of a filter by dept. */
export const listFamily = (ctx: Ctx, deptId: number): Promise<number[]> => store.listFamily(ctx.db, deptId)

/** The depts that the caller heads: their own and all its descendants. */
export async function listHeadedDepts(ctx: Ctx): Promise<number[]> {
  const { deptId, roles } = ctx.me
  return deptId !== null && roles.includes('DEPT_HEAD') ? listFamily(ctx, deptId) : []
}

/** A dept, its descendants and its ancestors; depts outside this set belong to other colleges. */
export const listKin = async (ctx: Ctx, deptId: number): Promise<ReadonlySet<number>> =>
  new Set(await store.listKin(ctx.db, deptId))
