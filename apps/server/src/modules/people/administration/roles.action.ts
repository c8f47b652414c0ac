import type { Ctx } from '../../../kernel/ctx.ts'
import { findDifference } from '../people.rules.ts'
import * as roleStore from '../roles.store.ts'
import { judgePerson, judgeRoles, keepAnAdmin } from './judging.action.ts'

/**
 * Takes the roles that were shown but not chosen, and gives those chosen but not shown. Roles that the person
 * got or lost in the meantime, by a post or a move, stay as they are. Returns whether the person's roles have
 * changed.
 */
export async function changeRoles(
  ctx: Ctx,
  id: number,
  { roleIds, seen }: { roleIds: readonly number[]; seen?: readonly number[] | undefined },
): Promise<boolean> {
  await roleStore.lockAdmins(ctx)
  const person = await judgePerson(ctx, id, 'assignRoles')
  const difference = findDifference(roleIds, seen ?? person.roles.map((r) => r.id))
  await judgeRoles(ctx, difference.give)
  await roleStore.changeRoles(ctx, id, difference)
  await keepAnAdmin(ctx)
  const had = new Set(person.roles.map((r) => r.id))
  return difference.give.some((role) => !had.has(role)) || difference.take.some((role) => had.has(role))
}
