import type { Parsed } from '@portal/contract/kernel/call'
import type { Verdict } from '@portal/contract/kernel/rows'
import type { peopleCalls } from '@portal/contract/people/people'
import { eachByItself } from '../../../kernel/batch.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { lockAdmins } from '../roles.store.ts'
import { changeEnabled, describeLeftBehind } from './closing.action.ts'
import { changeRoles } from './roles.action.ts'

/** Each under the rules of one: not oneself, nobody above one's own rights, never the last administrator. */
async function changeEach(
  ctx: Ctx,
  ids: readonly number[],
  work: (id: number) => Promise<{ state: string; message: string }>,
): Promise<Verdict[]> {
  // Before the first of them: a refused one gives back its own locks, and this one has to stay.
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
    // Who takes over a post is chosen one by one; of many it is said what stands empty.
    const message =
      '已停用' +
      (left?.settled ? `，已处理：${left.settled}` : '') +
      (left?.posts ? `；岗位未移交：${left.posts}` : '')
    return { state: 'disabled', message }
  })

export const assignRole = (
  ctx: Ctx,
  { body: { ids, roleId, give } }: Parsed<typeof peopleCalls.assignRoleMany>,
) =>
  changeEach(ctx, ids, async (id) => {
    await changeRoles(ctx, id, give ? { roleIds: [roleId], seen: [] } : { roleIds: [], seen: [roleId] })
    return give ? { state: 'given', message: '已授予' } : { state: 'taken', message: '已收回' }
  })
