import type { Parsed } from '@portal/contract/kernel/call'
import type { Verdict } from '@portal/contract/kernel/rows'
import type { peopleCalls } from '@portal/contract/people/people'
import { eachByItself } from '../../../kernel/batch.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { recordOf } from '../lookup/lookup.handler.ts'
import { setRoles } from './administration.handler.ts'
import * as closing from './closing.handler.ts'
import { lockAdmins } from './judging.action.ts'

/** Each under the rules of one: not oneself, nobody above one's own rights, never the last administrator. */
async function each(
  ctx: Ctx,
  ids: readonly number[],
  work: (id: number) => Promise<{ state: string; message: string }>,
): Promise<Verdict[]> {
  // Before the first of them: what one of them waits for is not let go when he is refused.
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
  each(ctx, ids, async (id) => {
    const said = enabled ? null : await closing.describeLeftBehind(ctx, [id])
    await closing.setEnabled(ctx, {
      params: { id },
      query: {},
      body: { enabled, bookings: 'revoke', posts: [] },
    })
    return enabled
      ? { state: 'enabled', message: '已启用' }
      : { state: 'disabled', message: `已停用${said?.get(id) ?? ''}` }
  })

export const assignRole = (
  ctx: Ctx,
  { body: { ids, roleId, give } }: Parsed<typeof peopleCalls.assignRoleMany>,
) =>
  each(ctx, ids, async (id) => {
    const others = (await recordOf(ctx, id)).roles.map((r) => r.id).filter((r) => r !== roleId)
    await setRoles(ctx, {
      params: { id },
      query: {},
      body: { roleIds: give ? [...others, roleId] : others },
    })
    return give ? { state: 'given', message: '已授予' } : { state: 'taken', message: '已收回' }
  })
