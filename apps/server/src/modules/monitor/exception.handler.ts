import type { Parsed } from '@portal/contract/kernel/call'
import type { monitorCalls } from '@portal/contract/monitor/monitor'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import { exported } from '../../kernel/sheet.ts'
import * as store from './exception.store.ts'

const showRow = <R extends store.ExceptionRecord>(row: R) => ({
  ...row,
  can: [row.resolvedAt ? ('reopen' as const) : ('resolve' as const)],
})

export async function listExceptions(ctx: Ctx, { query }: Parsed<typeof monitorCalls.exceptions>) {
  const { items, total } = await store.list(ctx.db, {
    ...query,
    keyword: query.keyword ?? null,
    resolved: query.state ? query.state === 'resolved' : null,
  })
  return { items: items.map(showRow), total }
}

export async function getException(ctx: Ctx, { params }: Parsed<typeof monitorCalls.exception>) {
  const found = await store.find(ctx.db, params.id)
  if (!found) throw notFound('异常记录')
  return showRow(found)
}

export async function resolve(ctx: Ctx, { body }: Parsed<typeof monitorCalls.resolveExceptions>) {
  ctx.target = `exception ${body.ids.join(',').slice(0, 200)}`
  return { changed: await store.resolve(ctx, body.ids, body.note) }
}

export async function reopen(ctx: Ctx, { params }: Parsed<typeof monitorCalls.reopenException>) {
  ctx.target = `exception ${params.id}`
  if (!(await store.reopen(ctx, params.id))) throw notFound('异常记录')
  return null
}

export const exportExceptions = exported('异常日志', listExceptions, [
  { header: '最近发生', width: 18, value: (e) => e.lastAt },
  { header: '首次发生', width: 18, value: (e) => e.firstAt },
  { header: '次数', width: 8, value: (e) => e.times },
  { header: '接口', width: 40, value: (e) => e.call },
  { header: '异常', width: 80, value: (e) => e.message },
  { header: '状态', width: 10, value: (e) => (e.resolvedAt ? '已处理' : '未处理') },
  { header: '处理人', width: 14, value: (e) => e.resolvedBy },
  { header: '处理时间', width: 18, value: (e) => e.resolvedAt },
  { header: '处理说明', width: 40, value: (e) => e.resolvedNote },
])
