import { deptCalls, deptKindWords, deptRefusals } from '@portal/contract/dept/dept'
import type { Parsed } from '@portal/contract/kernel/call'
import { attempt } from '../../kernel/attempt.store.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { walkChunks } from '../../kernel/list.store.ts'
import { defineTranslation, notFound, refuse, refuseField, violatesReference } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { findToday } from '../../kernel/time.ts'
import * as files from '../file/file.service.ts'
import { isActive } from '../people/people.service.ts'
import type {} from './dept.events.ts'
import { listReasons, NOT_IN_THE_WAY, orderNeighbours, PICTURES } from './dept.rules.ts'
import * as store from './dept.store.ts'
import { buildTree } from './dept.view.ts'
import * as overview from './overview.store.ts'

export async function showTree(ctx: Ctx, { query }: Parsed<typeof deptCalls.tree>) {
  const rows = await store.listAll(ctx.db, query.enabled ?? null)
  // Only signed-in people see who heads a dept.
  const told = ctx.visitor ? rows.map((row) => ({ ...row, head: null })) : rows
  return { content: buildTree(told), totalElements: rows.length }
}

export const list = (ctx: Ctx, { query }: Parsed<typeof deptCalls.list>) =>
  store.list(
    ctx.db,
    { keyword: query.keyword ?? null, kind: query.kind ?? null, enabled: query.enabled ?? null },
    query,
  )

export async function get(ctx: Ctx, { params }: Parsed<typeof deptCalls.get>) {
  const row = await store.find(ctx.db, params.id)
  if (!row) throw notFound('单位')
  return { ...row, approvers: ctx.holds('ADMIN') ? await store.listApprovers(ctx.db, row.id) : null }
}

const translateViolation = defineTranslation({
  dept_code_key: () => refuseField('code', deptRefusals.DEPT_CODE_TAKEN, 'DEPT_CODE_TAKEN'),
  dept_sibling_name: () => refuseField('name', deptRefusals.DEPT_NAME_TAKEN, 'DEPT_NAME_TAKEN'),
  dept_parent_id_fkey: () => refuseField('parentId', '上级单位不存在'),
})

export async function create(ctx: Ctx, { body: { parentId, ...body } }: Parsed<typeof deptCalls.create>) {
  await requireHead(ctx, body.headId, null)
  return translateViolation(() => store.add(ctx, { ...body, parentId: parentId ?? null }))
}

/** A head must have an open account; a dept keeps its present head until another one is named. */
async function requireHead(ctx: Ctx, headId: number | null, before: number | null): Promise<void> {
  if (headId === null || headId === before || (await isActive(ctx, headId))) return
  throw refuseField('headId', deptRefusals.HEAD_UNKNOWN, 'HEAD_UNKNOWN')
}

async function refuseCycle(ctx: Ctx, id: number, parentId: number): Promise<void> {
  if ((await store.listFamily(ctx.db, id)).includes(parentId))
    throw refuseField('parentId', deptRefusals.DEPT_CYCLE, 'DEPT_CYCLE')
}

export async function change(
  ctx: Ctx,
  { body: { id, parentId = null, ...body } }: Parsed<typeof deptCalls.change>,
) {
  ctx.target = `dept ${id}`
  await requireHead(ctx, body.headId, (await store.find(ctx.db, id))?.head?.id ?? null)
  if (parentId !== null) {
    await store.lockTree(ctx)
    await refuseCycle(ctx, id, parentId)
  }
  if (!(await translateViolation(() => store.change(ctx, id, { ...body, parentId })))) throw notFound('单位')
  return null
}

export async function place(
  ctx: Ctx,
  { params: { id }, body: { parentId = null, beforeId = null } }: Parsed<typeof deptCalls.place>,
) {
  ctx.target = `dept ${id}`
  await store.lockTree(ctx)
  if (parentId !== null) await refuseCycle(ctx, id, parentId)
  if (!(await translateViolation(() => store.hang(ctx, id, parentId)))) throw notFound('单位')
  await store.order(ctx, orderNeighbours(await store.listChildren(ctx.db, parentId), id, beforeId))
  return null
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof deptCalls.remove>) {
  ctx.target = `dept ${params.id}`
  const reasons = listReasons(await store.countUses(ctx.db, params.id))
  if (reasons.length) throw refuse('DEPT_IN_USE', deptRefusals.DEPT_IN_USE, { status: 409, reasons })
  await files.removeFiles(ctx, [PICTURES], params.id)
  const removed = await store.remove(ctx, params.id).catch((e: unknown) => {
    throw violatesReference(e) ? refuse('DEPT_IN_USE', deptRefusals.DEPT_IN_USE, { status: 409 }) : e
  })
  if (!removed) throw notFound('单位')
  return null
}

/**
 * Removes a dept that nothing refers to; false if it has to stay for past uses, bills and the like, which
 * never change, or for a row that another transaction has added since the check.
 */
async function removeUnused(ctx: Ctx, id: number): Promise<boolean> {
  try {
    await attempt(ctx, () => store.remove(ctx, id))
    return true
  } catch (e) {
    if (violatesReference(e)) return false
    throw e
  }
}

export async function merge(ctx: Ctx, { params: { id }, body: { intoId } }: Parsed<typeof deptCalls.merge>) {
  ctx.target = `dept ${id}`
  await store.lockTree(ctx)
  const [source, target] = await Promise.all([store.find(ctx.db, id), store.find(ctx.db, intoId)])
  if (!source) throw notFound('单位')
  if (!target) throw refuseField('intoId', '要合并到的单位不存在')
  if ((await store.listFamily(ctx.db, id)).includes(intoId))
    throw refuseField('intoId', deptRefusals.DEPT_MERGE_SELF, 'DEPT_MERGE_SELF')
  if (!target.enabled) throw refuseField('intoId', deptRefusals.DEPT_MERGE_CLOSED, 'DEPT_MERGE_CLOSED')
  const reasons = listReasons(await store.countUses(ctx.db, id), NOT_IN_THE_WAY)
  if (reasons.length)
    throw refuse('DEPT_MERGE_IN_USE', deptRefusals.DEPT_MERGE_IN_USE, { status: 409, reasons })
  await translateViolation(() => store.moveChildren(ctx, id, intoId))
  // The pictures follow the text if it is kept.
  if (await overview.moveOverview(ctx, id, intoId)) await files.rehang(ctx, PICTURES, id, intoId)
  await announce(ctx, 'dept.merged', { deptId: id, intoId })
  if (await removeUnused(ctx, id)) await files.removeFiles(ctx, [PICTURES], id)
  else await translateViolation(() => store.closeUnder(ctx, id, intoId))
  return null
}

export function exportList(ctx: Ctx, { query }: Parsed<typeof deptCalls.export>): RawReply {
  const filters = { keyword: query.keyword ?? null, kind: query.kind ?? null, enabled: query.enabled ?? null }
  const rows = walkChunks<store.ExportedRow>((last, size) =>
    store.listAfter(ctx.db, filters, last?.code ?? '', size),
  )
  return makeSheet('单位', listColumns(ctx.holds('ADMIN')), rows, `单位-${findToday(ctx)}.xlsx`)
}
/** For importers, who bring the file in again. The list tells names only, so others get no usernames here. */
const headUsername: SheetColumn<store.ExportedRow> = {
  header: '负责人用户名',
  width: 16,
  value: (d) => d.headUsername,
}
const listColumns = (imports: boolean): readonly SheetColumn<store.ExportedRow>[] => [
  { header: '单位编码', width: 14, value: (d) => d.code },
  { header: '单位名称', width: 30, value: (d) => d.name },
  { header: '单位类别', width: 12, value: (d) => deptKindWords[d.kind] },
  { header: '上级单位编码', width: 14, value: (d) => d.parentCode },
  { header: '上级单位', width: 30, value: (d) => d.parentName },
  { header: '排序', width: 8, value: (d) => d.sort },
  { header: '状态', width: 8, value: (d) => (d.enabled ? '启用' : '停用') },
  ...(imports ? [headUsername] : []),
  { header: '负责人姓名', width: 12, value: (d) => d.head?.name ?? null },
  { header: '地址', width: 40, value: (d) => d.address },
  { header: '电话', width: 16, value: (d) => d.phone },
  { header: '邮箱', width: 24, value: (d) => d.email },
]
