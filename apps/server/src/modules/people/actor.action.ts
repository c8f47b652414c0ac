import type { Actor, Ctx } from '../../kernel/ctx.ts'
import * as logins from './login.store.ts'
import { readRights } from './rights/role-rights.action.ts'

/**
 * A person with their present rights, for work done in their name without a request of theirs; null if the
 * account is closed.
 */
export async function findActor(ctx: Ctx, userId: number): Promise<Actor | null> {
  const found = await logins.findActor(ctx.db, userId)
  if (!found) return null
  const { roleIds, ...person } = found
  return { ...person, ...(await readRights(ctx, roleIds)) }
}
