import type { CategoryNode, deviceCalls } from '@portal/contract/device/device'
import { manageRefusals, type deviceManageCalls } from '@portal/contract/device/manage'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse, refuseField, violates, violatesReference } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { findToday } from '../../kernel/time.ts'
import * as store from './category.store.ts'

export async function showTree(ctx: Ctx): Promise<CategoryNode[]> {
  const rows = await store.list(ctx.db, null)
  const nodes = new Map(
    rows.map((c) => [c.id, { id: c.id, label: c.name, code: c.code, children: [] as CategoryNode[] }]),
  )
  const roots: CategoryNode[] = []
  for (const { id, parentId } of rows) {
    const node = nodes.get(id)! // `nodes` has one entry per row
    ;((parentId === null ? undefined : nodes.get(parentId)?.children) ?? roots).push(node)
  }
  return roots
}
export const searchCategories = (ctx: Ctx, { query }: Parsed<typeof deviceCalls.categorySearch>) =>
  store.list(ctx.db, query.keyword ?? null)
export const listCounted = (ctx: Ctx) => store.listCounted(ctx.db)

async function save(
  ctx: Ctx,
  { id, ...values }: Omit<store.CategoryRow, 'id'> & { id?: number | null | undefined },
): Promise<{ id: number }> {
  try {
    if (!id) {
      const added = await store.add(ctx, values)
      ctx.target = `device_category ${added.id}`
      return added
    }
    ctx.target = `device_category ${id}`
    await store.lock(ctx)
    const before = await store.find(ctx.db, id)
    // A top category stays one and an item stays an item: each is edited on its own page.
    if (!before || (before.parentId === null) !== (values.parentId === null)) throw notFound('分类')
    if (values.parentId !== null && (await store.listFamily(ctx.db, id)).includes(values.parentId))
      throw refuseField('parentId', manageRefusals.CATEGORY_CYCLE, 'CATEGORY_CYCLE')
    await store.change(ctx, id, values)
    return { id }
  } catch (e) {
    if (violates(e, 'device_category_code_key'))
      throw refuseField('code', manageRefusals.CATEGORY_TAKEN, 'CATEGORY_TAKEN')
    if (violates(e, 'device_category_parent_id_fkey')) throw refuseField('parentId', '上级分类不存在')
    throw e
  }
}
export const saveCategory = (ctx: Ctx, { body }: Parsed<typeof deviceManageCalls.saveCategory>) =>
  save(ctx, { ...body, parentId: null })
export const saveItem = (ctx: Ctx, { body }: Parsed<typeof deviceManageCalls.saveItem>) => save(ctx, body)

async function removeOne(ctx: Ctx, id: number, top: boolean): Promise<null> {
  ctx.target = `device_category ${id}`
  const row = await store.find(ctx.db, id)
  if (!row || (row.parentId === null) !== top) throw notFound('分类')
  try {
    await store.remove(ctx, id)
  } catch (e) {
    if (violatesReference(e)) throw refuse('CATEGORY_IN_USE', manageRefusals.CATEGORY_IN_USE, { status: 409 })
    throw e
  }
  return null
}
export const removeCategory = (ctx: Ctx, { params }: Parsed<typeof deviceManageCalls.removeCategory>) =>
  removeOne(ctx, params.id, true)
export const removeItem = (ctx: Ctx, { params }: Parsed<typeof deviceManageCalls.removeItem>) =>
  removeOne(ctx, params.id, false)

/** One line per category, each item after its parent: the order that the import reads. */
export async function exportCategories(ctx: Ctx): Promise<RawReply> {
  const all = await store.listCounted(ctx.db)
  const codes = new Map(all.map((c) => [c.id, c.code]))
  const childrenOf = Map.groupBy(all, (c) => c.parentId)
  const listUnder = (parentId: number | null): Counted[] =>
    (childrenOf.get(parentId) ?? []).flatMap((c) => [
      { ...c, parentCode: parentId === null ? null : (codes.get(parentId) ?? null) },
      ...listUnder(c.id),
    ])
  async function* rows() {
    yield* listUnder(null)
  }
  return makeSheet('仪器分类', columns, rows(), `仪器分类-${findToday(ctx)}.xlsx`)
}
type Counted = Awaited<ReturnType<typeof store.listCounted>>[number] & { parentCode: string | null }
const columns: readonly SheetColumn<Counted>[] = [
  { header: '分类编码', width: 16, value: (c) => c.code },
  { header: '分类名称', width: 30, value: (c) => c.name },
  { header: '上级分类编码', width: 16, value: (c) => c.parentCode },
  { header: '排序', width: 8, value: (c) => c.sort },
  { header: '仪器台数', width: 10, value: (c) => c.devices },
]
