import type { Parsed } from '@portal/contract/kernel/call'
import type { Verdict } from '@portal/contract/kernel/rows'
import { roleVerdicts, type peopleCalls } from '@portal/contract/people/people'
import { eachByItself } from '../../../kernel/batch.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { lockAdmins } from '../roles.store.ts'
import { changeEnabled, describeLeftBehind } from './closing.action.ts'
import { changeRoles } from './roles.action.ts'

/**
 * Changes each person under the rules for a single change: not oneself, no person with rights the caller
 * lacks, never the last administrator.
 */
async function changeEach(
  ctx: Ctx,
  ids: readonly number[],
  work: (id: number) => Promise<{ state: string; message: string }>,
): Promise<Verdict[]> {
  // Lock before the first change: a refused change rolls back to its savepoint, which would release this
  // lock.
  await lockAdmins(ctx)
  const verdicts = await eachByItself(
    ctx,
    ids.map((id) => ({ id })),
    ({ id }) => work(id),
  )
  ctx.target = `用户 ${ids.join(' ')}`
  return verdicts
}

export const setEnabled = (ctx: Ctx, { body: { ids, enabled } }: Parsed<typeof peopleCalls.setEnabledMany>) =>
  changeEach(ctx, ids, async (id) => {
    const left = enabled ? undefined : (await describeLeftBehind(ctx, [id])).get(id)
    await changeEnabled(ctx, id, { enabled, bookings: 'revoke', posts: [] })
    if (enabled) return { state: 'enabled', message: '已启用' }
    // Successors are chosen on the page of one person; a batch only reports which posts are vacant.
    const message =
      '已停用' +
      (left?.settled ? `，已处理：${left.settled}` : '') +
      (left?.posts ? `；岗位未移交：${left.posts}` : '') +
      (left?.students ? `；${left.students}，请为学生更换导师` : '')
    return { state: 'disabled', message }
  })

export const assignRole = (
  ctx: Ctx,
  { body: { ids, roleId, give } }: Parsed<typeof peopleCalls.assignRoleMany>,
) =>
  changeEach(ctx, ids, async (id) => {
    const wish = give ? { roleIds: [roleId], seen: [] } : { roleIds: [], seen: [roleId] }
    const changed = await changeRoles(ctx, id, wish)
    // Who had the role before must be told apart, because a wrong batch is taken back by another one.
    return give
      ? { state: 'given', message: changed ? roleVerdicts.given : roleVerdicts.hadIt }
      : { state: 'taken', message: changed ? roleVerdicts.taken : roleVerdicts.hadNone }
  })
