import { importKindWords, type bulkCalls } from '@portal/contract/bulk/bulk'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { walkChunks } from '../../kernel/list.store.ts'
import { notFound, violates } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { makeSheet } from '../../kernel/sheet.ts'
import * as store from './bulk.store.ts'
import type { ImportDefinition } from './definition.action.ts'
import { writeRows } from './work.action.ts'
import { refuseBy, requireImport, makeTemplate, showImport, receiveFile } from './upload.action.ts'

export const template = (ctx: Ctx, { params }: Parsed<typeof bulkCalls.template>) =>
  makeTemplate(ctx, params.kind)

export const upload = (ctx: Ctx, { params }: Parsed<typeof bulkCalls.upload>) => receiveFile(ctx, params.kind)

/** Only the uploader may see an import: other holders of the same right do not see its rows. */
async function requireOwn(
  ctx: Ctx,
  id: number,
): Promise<{ definition: ImportDefinition; record: store.ImportRecord }> {
  const record = await store.find(ctx.db, id)
  if (!record) throw notFound('导入')
  ctx.allow(record.userId === ctx.me.id)
  ctx.target = `导入 ${id}：${record.fileName}`
  return { definition: requireImport(ctx, record.kind), record }
}

export async function get(ctx: Ctx, { params }: Parsed<typeof bulkCalls.get>) {
  const { definition, record } = await requireOwn(ctx, params.id)
  return showImport(definition, record)
}

export async function listRows(ctx: Ctx, { params, query }: Parsed<typeof bulkCalls.rows>) {
  const { definition } = await requireOwn(ctx, params.id)
  const keys = Object.keys(definition.columns)
  const { items, total } = await store.listRows(ctx.db, params.id, query.verdict ?? null, {
    page: query.page,
    size: Math.min(query.size, 200),
  })
  return { items: items.map((r) => ({ ...r, cells: keys.map((key) => r.cells[key] ?? '') })), total }
}

export async function exportBadRows(
  ctx: Ctx,
  { params }: Parsed<typeof bulkCalls.badRows>,
): Promise<RawReply> {
  const { definition, record } = await requireOwn(ctx, params.id)
  const bad = walkChunks<store.StagedRow>((last, size) =>
    store.listBad(ctx.db, params.id, last?.line ?? 0, size),
  )
  const columns = Object.entries(definition.columns).map(([key, c]) => ({
    header: c.header,
    width: c.width ?? 16,
    value: (r: store.StagedRow) => r.cells[key] ?? '',
  }))
  const explain = (r: store.StagedRow) =>
    r.reasons
      .filter((x) => x.level === 'error')
      .map((x) => (x.column ? `${x.column}：${x.message}` : x.message))
      .join('；')
  return makeSheet(
    importKindWords[record.kind],
    [...columns, { header: '错误原因', width: 60, value: explain }],
    bad,
    `${importKindWords[record.kind]}-有误的行.xlsx`,
  )
}

export async function commit(ctx: Ctx, { params, body }: Parsed<typeof bulkCalls.commit>) {
  const { definition, record } = await requireOwn(ctx, params.id)
  if (record.state !== 'ready') throw refuseBy('NOT_READY')
  if (record.counts.bad > 0 && !body.skipBad) throw refuseBy('HAS_BAD_ROWS', 422)
  if (record.counts.new + record.counts.changed === 0) throw refuseBy('NOTHING_TO_DO', 422)
  const begun = await store.begin(ctx, params.id).catch((e: unknown) => {
    throw violates(e, 'bulk_import_busy') ? refuseBy('BUSY') : e
  })
  if (!begun) throw refuseBy('NOT_READY')
  const { deps, me: actor, requestId } = ctx
  ctx.afterCommit(() => void writeRows({ deps, d: definition, id: params.id, actor, requestId }))
  return showImport(definition, begun)
}

export async function discard(ctx: Ctx, { params }: Parsed<typeof bulkCalls.discard>) {
  await requireOwn(ctx, params.id)
  if (!(await store.remove(ctx, params.id))) throw refuseBy('NOT_READY')
  return null
}
