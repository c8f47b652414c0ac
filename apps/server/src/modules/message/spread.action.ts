import type { Ctx } from '../../kernel/ctx.ts'
import { listScreens } from '../../kernel/live.ts'
import type { Tell } from '../../kernel/outbox.store.ts'
import { findPeople } from '../approval/approval.service.ts'
import { namePortal, readSite } from '../site/site.service.ts'
import * as store from './message.store.ts'

/**
 * Turns due news of the outbox into messages, and into mail if the news asks for it. Returns the number of
 * news. `onTaken` receives their ids before anything can fail.
 */
export async function spreadNews(ctx: Ctx, limit: number, onTaken: (ids: number[]) => void): Promise<number> {
  const due = await store.takeDue(ctx, limit)
  if (due.length === 0) return 0
  onTaken(due.map((d) => d.id))
  const forRoles = due.filter((d) => d.news.role)
  const people = await findPeople(
    ctx,
    forRoles.map((d) => findAsk(d.news)),
  )
  const byRole = new Map(forRoles.map((d, i) => [d.id, people[i]?.ids ?? []]))
  const recipients = due.flatMap(({ id, news }) => {
    const all = new Set([...(news.userIds ?? []), ...(byRole.get(id) ?? [])])
    if (news.exceptUserId) all.delete(news.exceptUserId)
    news.exceptUserIds?.forEach((id) => all.delete(id))
    return [...all].map((userId) => ({ tellId: id, userId }))
  })
  const reached = await store.spreadNews(
    ctx,
    due.map((d) => d.id),
    recipients,
    { url: ctx.env.PUBLIC_URL ?? null, name: namePortal(await readSite(ctx)) },
  )
  ctx.live(...listScreens(...reached))
  return due.length
}

function findAsk({ role, requesterId, barredId }: Tell) {
  return {
    role: role?.role ?? 'sysadmin',
    labId: role?.labId ?? null,
    deviceId: role?.deviceId ?? null,
    deptId: role?.deptId ?? null,
    exceptUserId: requesterId ?? null,
    barredId: barredId ?? null,
  } as const
}
