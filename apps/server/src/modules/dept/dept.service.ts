import { deptRefusals, type DeptNode, type deptCalls } from '@portal/contract/dept/dept'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { isDatabaseError, notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import * as store from './dept.store.ts'

/** A dept and all below it: what a filter by dept means. */
export const familyOf = (ctx: Ctx, deptId: number): Promise<number[]> => store.family(ctx.db, deptId)

function treeOf(rows: readonly store.DeptRow[]): DeptNode[] {
  const nodes = new Map(rows.map((d) => [d.id, { id: d.id, label: d.name, code: d.code, kind: d.kind, enabled: d.enabled, children: [] as DeptNode[] }]))
  const roots: DeptNode[] = []
  for (const row of rows) {
    const node = nodes.get(row.id)! // made from the same rows
    const parent = row.parentId === null ? undefined : nodes.get(row.parentId)
    // Under a parent that was filtered out it stands at the top, rather than nowhere.
    ;(parent?.children ?? roots).push(node)
  }
  return roots
}

export async function tree(ctx: Ctx, { query }: Parsed<typeof deptCalls.tree>) {
  const rows = await store.all(ctx.db, query.enabled ?? null)
  return { content: treeOf(rows), totalElements: rows.length }
}

export const list = (ctx: Ctx, { query }: Parsed<typeof deptCalls.list>) =>
  store.list(ctx.db, { keyword: query.keyword ?? null, kind: query.kind ?? null, enabled: query.enabled ?? null }, query)

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (e) {
    if (violates(e, 'dept_code_key')) throw refuseField('code', deptRefusals.DEPT_CODE_TAKEN, 'DEPT_CODE_TAKEN')
    if (violates(e, 'dept_parent_id_fkey')) throw refuseField('parentId', '上级单位不存在')
    throw e
  }
}

export const create = (ctx: Ctx, { body: { parentId, ...body } }: Parsed<typeof deptCalls.create>) => explained(() => store.add(ctx, { ...body, parentId: parentId ?? null }))

export async function change(ctx: Ctx, { body: { id, parentId = null, ...body } }: Parsed<typeof deptCalls.change>) {
  ctx.target = `dept ${id}`
  if (parentId !== null) {
    await store.lockTree(ctx)
    if ((await store.family(ctx.db, id)).includes(parentId)) throw refuseField('parentId', deptRefusals.DEPT_CYCLE, 'DEPT_CYCLE')
  }
  if (!(await explained(() => store.change(ctx, id, { ...body, parentId })))) throw notFound('单位')
  return null
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof deptCalls.remove>) {
  ctx.target = `dept ${params.id}`
  try {
    if (!(await store.remove(ctx, params.id))) throw notFound('单位')
  } catch (e) {
    if (isDatabaseError(e) && e.code === '23503') throw refuse('DEPT_IN_USE', deptRefusals.DEPT_IN_USE, { status: 409 })
    throw e
  }
  return null
}
