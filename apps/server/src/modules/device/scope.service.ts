import type { Ctx } from '../../kernel/ctx.ts'
import { familyOf } from '../dept/dept.service.ts'
import type { Asking } from './device.store.ts'

/** The depts that the person who asks heads: his own and all below it. */
export async function headedDepts(ctx: Ctx): Promise<number[]> {
  const { deptId, roles } = ctx.me
  return deptId !== null && roles.includes('DEPT_HEAD') ? familyOf(ctx, deptId) : []
}

export const asking = async (ctx: Ctx): Promise<Asking> => ({
  id: ctx.me.id,
  headedDepts: await headedDepts(ctx),
})
