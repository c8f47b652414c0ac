import type { Parsed } from '@portal/contract/kernel/call'
import type { mailCalls } from '@portal/contract/mail/mail'
import type { Ctx } from '../../kernel/ctx.ts'
import { senderOf } from './setting.service.ts'
import * as store from './mail.store.ts'

export async function outbox(ctx: Ctx, { query }: Parsed<typeof mailCalls.outbox>) {
  const { items, total } = await store.list(ctx, query)
  return {
    items: items.map(({ mail, nextAt, ...row }) => ({ ...row, ...mail, nextAt: row.state === 'waiting' ? nextAt : null, can: row.state === 'sent' ? [] : ['retry' as const] })),
    total,
    configured: (await senderOf(ctx)) !== undefined,
  }
}

/** Failed mail is tried again from the start; waiting mail at once. */
export async function retry(ctx: Ctx, { body }: Parsed<typeof mailCalls.retry>) {
  const retried = await store.retry(ctx, body.ids)
  ctx.target = `outbox ${body.ids.join(',').slice(0, 200)}`
  ctx.afterCommit(() => ctx.deps.posted?.())
  return { retried }
}
