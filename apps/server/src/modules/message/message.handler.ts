import type { Parsed } from '@portal/contract/kernel/call'
import type { messageCalls } from '@portal/contract/message/message'
import type { Ctx } from '../../kernel/ctx.ts'
import * as store from './message.store.ts'

export async function list(ctx: Ctx, { query }: Parsed<typeof messageCalls.page>) {
  const [found, unread] = await Promise.all([
    store.list(ctx.db, ctx.me.id, query),
    store.countUnread(ctx.db, ctx.me.id),
  ])
  return { ...found, unread }
}

export const countUnread = async (ctx: Ctx) => ({ unread: await store.countUnread(ctx.db, ctx.me.id) })

export async function markRead(ctx: Ctx, { body }: Parsed<typeof messageCalls.read>) {
  await store.markRead(ctx, body.all ? null : (body.ids ?? []))
  ctx.live(`user:${ctx.me.id}`)
  return countUnread(ctx)
}

export async function remove(ctx: Ctx, { body }: Parsed<typeof messageCalls.remove>) {
  await store.remove(ctx, body.ids)
  ctx.live(`user:${ctx.me.id}`)
  return null
}
