import {
  OPERATION_EXPORT_MAX,
  operationResultWords,
  type monitorCalls,
  type OperationFilters,
} from '@portal/contract/monitor/monitor'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { readChanges, readObjects } from '../../kernel/objects.ts'
import { notFound } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { addDays, findInstant, shownAt, findToday } from '../../kernel/time.ts'
import * as store from './operation.store.ts'

const CHUNK = 1000

async function findWanted(ctx: Ctx, f: OperationFilters): Promise<Omit<store.Wanted, 'before' | 'size'>> {
  const zone = ctx.env.CAMPUS_TZ
  return {
    userIds: f.person ? await store.peopleNamed(ctx.db, f.person) : null,
    keyword: f.keyword ?? null,
    ip: f.ip ?? null,
    result: f.result ?? null,
    from: f.from ? findInstant(f.from, 0, zone) : null,
    until: f.to ? findInstant(addDays(f.to, 1), 0, zone) : null,
  }
}

export async function listOperations(ctx: Ctx, { query }: Parsed<typeof monitorCalls.operations>) {
  const { items, next } = await store.page(ctx.db, {
    ...(await findWanted(ctx, query)),
    before: query.before ?? null,
    size: query.size,
  })
  const objects = await readObjects(
    ctx.db,
    items.map((o) => o.target),
  )
  return { items: items.map((o, i) => ({ ...o, object: null, link: null, ...objects[i] })), next }
}

export async function getOperation(ctx: Ctx, { params }: Parsed<typeof monitorCalls.operation>) {
  const found = await store.find(ctx.db, params.id)
  if (!found) throw notFound('日志')
  const [object] = await readObjects(ctx.db, [found.target])
  return {
    ...found,
    object: null,
    link: null,
    ...object,
    changes: await readChanges(ctx.db, found.changes, ctx.env.CAMPUS_TZ),
  }
}

export async function exportOperations(
  ctx: Ctx,
  { query }: Parsed<typeof monitorCalls.exportOperations>,
  most = OPERATION_EXPORT_MAX,
): Promise<RawReply> {
  const wanted = await findWanted(ctx, query)
  let isCut = false
  async function* rows(): AsyncGenerator<store.OperationRecord & { object: string | null }> {
    let before: number | null = null
    for (let left = most; ;) {
      const { items, next }: Awaited<ReturnType<typeof store.page>> = await store.page(ctx.db, {
        ...wanted,
        before,
        size: CHUNK,
      })
      const objects = await readObjects(
        ctx.db,
        items.map((o) => o.target),
      )
      yield* items.slice(0, left).map((o, i) => ({ ...o, object: objects[i]?.object ?? null }))
      // One row more than the limit is read: a file with all rows does not warn that rows are missing.
      isCut = items.length > left
      if (isCut || next === null) return
      left -= items.length
      before = next
    }
  }
  const fileName = `操作日志-${findToday(ctx)}.xlsx`
  return makeSheet('操作日志', listColumns(ctx.env.CAMPUS_TZ), rows(), fileName, 'xlsx', () =>
    isCut ? `仅含最近 ${most.toLocaleString('zh-CN')} 条，更早的请缩小日期范围后导出` : null,
  )
}

const listColumns = (zone: string): SheetColumn<store.OperationRecord & { object: string | null }>[] => [
  { header: '时间', width: 20, value: (o) => shownAt(o.at, zone) },
  { header: '用户名', width: 18, value: (o) => o.username },
  { header: '姓名', width: 12, value: (o) => o.name },
  { header: '操作', width: 24, value: (o) => o.summary },
  { header: '对象', width: 24, value: (o) => o.object },
  { header: '结果', width: 8, value: (o) => operationResultWords[o.result] },
  { header: 'IP 地址', width: 16, value: (o) => o.ip },
  { header: '接口', width: 40, value: (o) => o.call },
  { header: '请求编号', width: 20, value: (o) => o.requestId },
]
