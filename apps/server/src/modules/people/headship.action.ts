import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { tell } from '../../kernel/outbox.store.ts'
import type {} from './closing.events.ts'
import * as roleStore from './roles.store.ts'

/**
 * A head of a dept loses that role on moving to another dept and does not become head of the new one: an
 * administrator appoints heads, not the campus directory.
 */
export async function endHeadships(
  ctx: Ctx,
  people: readonly { userId: number; deptBefore: number | null; deptId: number | null }[],
): Promise<void> {
  const moved = people.flatMap(({ userId, deptBefore, deptId }) =>
    deptBefore === null || deptBefore === deptId ? [] : [{ userId, deptBefore }],
  )
  const ended = moved.length > 0 ? await roleStore.endHeadships(ctx, moved) : []
  if (ended.length === 0) return
  await announce(ctx, 'people.heads_moved', { userIds: ended.map((e) => e.userId) })
  for (const one of ended) await tellEnded(ctx, one)
}

async function tellEnded(ctx: Ctx, e: roleStore.EndedHeadship): Promise<void> {
  const moved = `单位由“${e.deptBefore}”${e.dept === null ? '改为空' : `改为“${e.dept}”`}`
  const news = { kind: 'system', mail: true } as const
  await tell(ctx, {
    ...news,
    userIds: [e.userId],
    title: '您不再担任院系负责人',
    body: `您的${moved}，原单位的审批由其他人员办理。如仍需担任院系负责人，请联系系统管理员。`,
  })
  await tell(ctx, {
    ...news,
    role: { role: 'sysadmin' },
    title: e.vacant ? `“${e.deptBefore}”缺少院系负责人` : `“${e.deptBefore}”的院系负责人已调离`,
    body:
      `${e.name}的${moved}，其院系负责人角色已收回。` +
      (e.vacant
        ? '请把“院系负责人”角色授予该单位的人员；在此之前，审批由上级单位负责人或系统管理员处理。'
        : ''),
    link: '/maintain/campus-user',
  })
}
