import type { Parsed } from '@portal/contract/kernel/call'
import type { monitorCalls } from '@portal/contract/monitor/monitor'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import * as store from './exception.store.ts'

const rowOf = <R extends store.ExceptionRecord>(row: R) => ({ ...row, can: [row.resolvedAt ? ('reopen' as const) : ('resolve' as const)] })

export async function exceptions(ctx: Ctx, { query }: Parsed<typeof monitorCalls.exceptions>) {
  const { items, total } = await store.list(ctx, { ...query, keyword: query.keyword ?? null, resolved: query.state ? query.state === 'resolved' : null })
  return { items: items.map(rowOf), total }
}

export async function exception(ctx: Ctx, { params }: Parsed<typeof monitorCalls.exception>) {
  const found = await store.find(ctx, params.id)
  if (!found) throw notFound('异常记录')
  return rowOf(found)
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
