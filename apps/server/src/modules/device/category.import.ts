import { categoryBody, manageRefusals } from '@portal/contract/device/manage'
import { optionalLine } from '@portal/contract/kernel/fields'
import { refuse } from '../../kernel/refuse.ts'
import { defineImport, type ImportValues, type Judged } from '../bulk/bulk.service.ts'
import { sortColumn } from '../bulk/cell.rules.ts'
import * as store from './category.store.ts'

const f = categoryBody.shape
const columns = {
  code: {
    header: '分类编码',
    schema: f.code,
    sample: '0101',
    required: true,
    also: ['编码'],
    note: '已有的编码表示修改该分类',
  },
  name: {
    header: '分类名称',
    schema: f.name,
    sample: '电子显微镜',
    required: true,
    also: ['名称', '分类'],
    width: 28,
  },
  parent: {
    header: '上级分类编码',
    schema: optionalLine('上级分类编码', 20),
    sample: '01',
    also: ['上级编码', '上级分类'],
    note: '已登记的，或同一文件中在前面的；不填：新分类为大类',
  },
  sort: sortColumn,
} as const
type Columns = typeof columns
type Row = ImportValues<Columns>

export const categoryImport = defineImport<Columns, store.ImportedCategory>({
  kind: 'device-category',
  columns,
  notes: ['已有分类：空着的单元格表示不修改。', '大类不能改为下级分类，下级分类也不能改为大类。'],
  may: (ctx) => ctx.holds('DEVICE_CATEGORY_ALL'),
  uniqueOf: ({ code }) => ({ code }),
  async judge(ctx, rows, inFile) {
    const all = new Map((await store.listAll(ctx.db)).map((c) => [c.code, c]))
    const codes = new Map([...all.values()].map((c) => [c.id, c.code]))
    const findParent = (c: store.CategoryRow | undefined) =>
      c?.parentId ? (codes.get(c.parentId) ?? null) : null
    const judged = rows.map((row) =>
      judgeOne(
        row,
        all.get(row.code),
        findParent(all.get(row.code)),
        (code) => all.has(code) || inFile('code', code),
      ),
    )
    // The parent of each category after the import.
    const parents = new Map([...all.values()].map((c) => [c.code, findParent(c)]))
    for (const { plan } of judged) if (plan) parents.set(plan.code, plan.parentCode)
    return judged.map((verdict) =>
      verdict.plan && runsInCircle(verdict.plan.code, parents)
        ? refuseRow('parent', manageRefusals.CATEGORY_CYCLE)
        : verdict,
    )
  },
  async write(ctx, rows) {
    await store.lock(ctx)
    const records = rows.map((r) => r.plan)
    await store.keep(ctx, records)
    await store.hang(ctx, records)
    // Another administrator may have moved a category between the judgement and the lock.
    if (await store.hasCircle(ctx.db)) throw refuse('CATEGORY_CYCLE', manageRefusals.CATEGORY_CYCLE)
  },
})

const refuseRow = (column: keyof Columns, message: string): Judged<Columns, store.ImportedCategory> => ({
  verdict: 'bad',
  errors: [{ column, message }],
})

function runsInCircle(code: string, parents: ReadonlyMap<string, string | null>): boolean {
  const met = new Set<string>()
  for (let at: string | null | undefined = parents.get(code); at && !met.has(at); at = parents.get(at))
    met.add(at)
  return met.has(code)
}

function judgeOne(
  row: Row,
  before: store.CategoryRow | undefined,
  parentBefore: string | null,
  isKnown: (code: string) => boolean,
): Judged<Columns, store.ImportedCategory> {
  if (row.parent !== null && !isKnown(row.parent))
    return refuseRow('parent', `没有编码为“${row.parent}”的分类；同一文件中的上级请放在前面`)
  if (before && row.parent !== null && parentBefore === null)
    return refuseRow('parent', '该分类是大类，不能改为下级分类')
  const parentCode = row.parent ?? parentBefore
  const plan = { code: row.code, name: row.name, parentCode, sort: row.sort ?? before?.sort ?? 0 }
  if (!before) return { verdict: 'new', plan }
  const was = [
    ...(before.name === plan.name ? [] : [{ column: 'name' as const, message: before.name }]),
    ...(parentBefore === parentCode
      ? []
      : [{ column: 'parent' as const, message: parentBefore ?? '（空）' }]),
    ...(before.sort === plan.sort ? [] : [{ column: 'sort' as const, message: String(before.sort) }]),
  ]
  return { verdict: was.length ? 'changed' : 'same', was, plan }
}
