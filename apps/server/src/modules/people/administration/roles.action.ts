import type { Ctx } from '../../../kernel/ctx.ts'
import * as roleStore from '../roles.store.ts'
import { judgePerson, judgeValues, keepAnAdmin } from './judging.action.ts'

/** The person holds these roles from now on, and no other. */
export async function changeRoles(ctx: Ctx, id: number, roleIds: readonly number[]): Promise<void> {
  await roleStore.lockAdmins(ctx)
  await judgePerson(ctx, id, 'assignRoles')
  await judgeValues(ctx, { deptId: null, roleIds })
  await roleStore.setRoles(ctx, id, roleIds)
  await keepAnAdmin(ctx)
}
