import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { at, flag, id } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'

export const messageKindWords = {
  booking: '预约',
  test_order: '测试单',
  settlement: '结算',
  use_finding: '用机核查',
  fund_card: '经费卡',
  purchase: '申购',
  panel: '专家论证',
  tender: '采购项目',
  supplier: '供应商',
  delivery: '供货',
  acceptance: '验收',
  stock_in: '入库',
  transfer: '调拨',
  repair: '报修',
  scrap: '报废',
  benefit: '效益评价',
  violation: '违约',
  workflow: '流程',
  system: '系统',
} as const
export type MessageKind = keyof typeof messageKindWords

export const messageRow = z.object({
  id: z.number(),
  kind: z.enum(Object.keys(messageKindWords) as [MessageKind, ...MessageKind[]]),
  title: z.string(),
  body: z.string(),
  /** Path in the portal that the message links to. */
  link: z.string().nullable(),
  readAt: at.nullable(),
  createdAt: at,
})
export type Message = z.output<typeof messageRow>

const ids = z.array(id).min(1, '请选择消息').max(1000, '一次最多处理 1000 条消息')
const some = z
  .object({ ids: ids.optional(), all: z.boolean().optional() })
  .refine((b) => b.all === true || b.ids !== undefined, { message: '请选择消息', path: ['ids'] })

export const messageCalls = {
  page: call({
    method: 'GET',
    path: '/api/message/page',
    summary: '我的消息',
    access: 'signed-in',
    query: pageQuery.extend({
      unread: flag,
      kind: messageRow.shape.kind
        .or(z.literal(''))
        .optional()
        .transform((k) => k || undefined),
    }),
    reply: definePage(messageRow).extend({ unread: z.number().int() }),
  }),
  /** Marks some messages as read, or all of the caller's. */
  read: call({
    method: 'POST',
    path: '/api/message/read',
    summary: '消息标为已读',
    access: 'signed-in',
    body: some,
    reply: z.object({ unread: z.number().int() }),
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/message/remove',
    summary: '删除消息',
    access: 'signed-in',
    body: z.object({ ids }),
    reply: done,
  }),
  unread: call({
    method: 'GET',
    path: '/api/v2/message/unread',
    summary: '未读消息数',
    access: 'signed-in',
    reply: z.object({ unread: z.number().int() }),
  }),
}
