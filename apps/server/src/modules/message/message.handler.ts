import type { Parsed } from '@portal/contract/kernel/call'
import type { messageCalls } from '@portal/contract/message/message'
import type { Ctx } from '../../kernel/ctx.ts'
import { screensOf } from '../../kernel/live.ts'
import type { Tell } from '../../kernel/outbox.store.ts'
import { peopleOf } from '../approval/approval.service.ts'
import { portalOf, siteOf } from '../site/site.service.ts'
import * as store from './message.store.ts'

export async function page(ctx: Ctx, { query }: Parsed<typeof messageCalls.page>) {
  const [found, unread] = await Promise.all([store.page(ctx, query), store.countUnread(ctx)])
  return { ...found, unread }
}

export const unread = async (ctx: Ctx) => ({ unread: await store.countUnread(ctx) })

export async function read(ctx: Ctx, { body }: Parsed<typeof messageCalls.read>) {
  await store.markRead(ctx, body.all ? null : (body.ids ?? []))
  ctx.live(`user:${ctx.me.id}`)
  return unread(ctx)
}

export async function remove(ctx: Ctx, { body }: Parsed<typeof messageCalls.remove>) {
  await store.remove(ctx, body.ids)
  ctx.live(`user:${ctx.me.id}`)
  return null
}

/**
 * Turns due news of the outbox into messages, and into mail where it asks for that. Answers how many pieces of news there were.
 * `taken` hears which, before anything can go wrong with them.
 */
export async function spread(ctx: Ctx, limit: number, taken: (ids: number[]) => void): Promise<number> {
  const due = await store.takeDue(ctx, limit)
  if (due.length === 0) return 0
  taken(due.map((d) => d.id))
  const asking = due.filter((d) => d.news.role)
  const people = await peopleOf(
    ctx,
    asking.map((d) => askOf(d.news)),
  )
  const byTell = new Map(asking.map((d, i) => [d.id, people[i]?.ids ?? []]))
  const heard = due.flatMap(({ id, news }) => {
    const all = new Set([...(news.userIds ?? []), ...(byTell.get(id) ?? [])])
    if (news.exceptUserId) all.delete(news.exceptUserId)
    return [...all].map((userId) => ({ tellId: id, userId }))
  })
  const told = await store.spread(
    ctx,
    due.map((d) => d.id),
    heard,
    { url: ctx.env.PUBLIC_URL ?? null, name: portalOf(await siteOf(ctx)) },
  )
  ctx.live(...screensOf(...told))
  return due.length
}

function askOf({ role, exceptUserId }: Tell) {
  return {
    role: role?.role ?? 'sysadmin',
    labId: role?.labId ?? null,
    deviceId: role?.deviceId ?? null,
    deptId: role?.deptId ?? null,
    exceptUserId: exceptUserId ?? null,
  } as const
}
