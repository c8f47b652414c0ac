import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { at, id, keyword } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'

export const mailStateWords = { waiting: '待发送', sent: '已发送', failed: '发送失败' } as const
export type MailState = keyof typeof mailStateWords
const state = z.enum(Object.keys(mailStateWords) as [MailState, ...MailState[]])

export const mailRow = z.object({
  id: z.number(),
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  state,
  attempts: z.number().int(),
  /** When it is tried next, while it waits. */
  nextAt: at.nullable(),
  lastError: z.string().nullable(),
  createdAt: at,
  sentAt: at.nullable(),
})
export type MailRow = z.output<typeof mailRow>

export const mailCalls = {
  outbox: call({
    method: 'GET',
    path: '/api/v2/mail/outbox',
    summary: '邮件发件箱',
    access: { anyOf: ['ADMIN'] },
    query: pageQuery.extend({ state: state.or(z.literal('')).optional().transform((s) => s || undefined), keyword }),
    /** `configured`: whether the portal has a mail server; without one, mail waits here. */
    reply: pageOf(mailRow).extend({ configured: z.boolean() }),
  }),
  retry: call({
    method: 'POST',
    path: '/api/v2/mail/outbox/retry',
    summary: '重新发送邮件',
    access: { anyOf: ['ADMIN'] },
    body: z.object({ ids: z.array(id).min(1, '请选择邮件').max(1000, '一次最多处理 1000 封') }),
    reply: z.object({ retried: z.number().int() }),
  }),
}
