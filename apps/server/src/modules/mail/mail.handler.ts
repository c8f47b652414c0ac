import type { Parsed } from '@portal/contract/kernel/call'
import { mailStateWords, type mailCalls } from '@portal/contract/mail/mail'
import type { Ctx } from '../../kernel/ctx.ts'
import { exported } from '../../kernel/sheet.ts'
import * as store from './mail.store.ts'
import { isUnderWay } from './retry.rules.ts'
import { findSender } from './sender.action.ts'

export async function listOutbox(ctx: Ctx, { query }: Parsed<typeof mailCalls.outbox>) {
  const { items, total } = await store.list(ctx.db, query)
  return {
    items: items.map(({ mail, nextAt, ...row }) => ({
      ...row,
      ...mail,
      nextAt: row.state === 'waiting' ? nextAt : null,
      can: row.state === 'sent' || isUnderWay({ ...row, nextAt }, ctx.now) ? [] : ['retry' as const],
    })),
    total,
    configured: (await findSender(ctx)) !== undefined,
  }
}

/** Failed mail starts again with all its attempts; waiting mail is sent at once, unless it is under way. */
export async function retry(ctx: Ctx, { body }: Parsed<typeof mailCalls.retry>) {
  const retried = await store.retry(ctx, body.ids)
  ctx.target = `outbox ${body.ids.join(',').slice(0, 200)}`
  ctx.afterCommit(() => ctx.deps.posted?.())
  return { retried }
}

/** The export leaves out the bodies, which are for the recipients only. */
export const exportOutbox = exported('邮件发件箱', listOutbox, [
  { header: '收件人', width: 28, value: (m) => m.to },
  { header: '主题', width: 50, value: (m) => m.subject },
  { header: '状态', width: 10, value: (m) => mailStateWords[m.state] },
  { header: '尝试次数', width: 10, value: (m) => m.attempts },
  { header: '下次尝试', width: 18, value: (m) => m.nextAt },
  { header: '失败原因', width: 50, value: (m) => m.lastError },
  { header: '创建时间', width: 18, value: (m) => m.createdAt },
  { header: '发送时间', width: 18, value: (m) => m.sentAt },
])
