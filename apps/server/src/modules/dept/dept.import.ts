import { deptBody, deptKinds, deptKindWords, deptRefusals, type DeptKind } from '@portal/contract/dept/dept'
import { optionalLine } from '@portal/contract/kernel/fields'
import { z } from 'zod'
import { refuse, violates } from '../../kernel/refuse.ts'
import { defineImport, findPeople, type ImportValues, type Judged } from '../bulk/bulk.service.ts'
import { sortColumn } from '../bulk/cell.rules.ts'
import * as store from './dept.import.store.ts'
import { lockTree } from './dept.store.ts'

const { code, name, address, phone, email } = deptBody.shape
const kindByWord = new Map<string, DeptKind>(
  deptKinds.flatMap((kind) => [
    [deptKindWords[kind], kind],
    [kind, kind],
  ]),
)
const states = new Map([
  ['启用', true],
  ['停用', false],
  ['是', true],
  ['否', false],
])
const findWord = <V>(known: ReadonlyMap<string, V>, fault: string) =>
  z
    .string()
    .refine((s) => known.has(s), fault)
    .nullish()
    .transform((s) => (s ? (known.get(s) ?? null) : null))

const columns = {
  code: {
    header: '单位编码',
    schema: code,
    sample: '201',
    required: true,
    also: ['部门编码', '编码'],
    note: '已有的编码表示修改该单位',
  },
  name: {
    header: '单位名称',
    schema: name,
    sample: '材料科学与工程学院',
    required: true,
    also: ['部门名称', '名称'],
    width: 28,
  },
  kind: {
    header: '单位类别',
    schema: findWord(kindByWord, `单位类别应为${Object.values(deptKindWords).join('、')}`),
    sample: '院系',
    also: ['类别'],
    note: `${Object.values(deptKindWords).join('、')}；不填：新单位按院系`,
  },
  parent: {
    header: '上级单位编码',
    schema: optionalLine('上级单位编码', 20),
    sample: '100',
    also: ['上级编码'],
    note: '已登记的，或同一文件中的单位编码；填“无”表示最上级',
  },
  sort: sortColumn,
  enabled: { header: '状态', schema: findWord(states, '状态应为启用或停用'), sample: '启用', width: 8 },
  head: {
    header: '负责人用户名',
    schema: optionalLine('负责人用户名', 64).transform((s) => s?.toLowerCase() ?? null),
    sample: '',
    also: ['负责人', '负责人工号', '单位负责人'],
    note: '学工号或登录名；填“无”表示没有负责人',
  },
  address: { header: '地址', schema: address, sample: '学府路 1 号材料楼', width: 30 },
  phone: { header: '电话', schema: phone, sample: '0700-86000201' },
  email: { header: '邮箱', schema: email, sample: 'clxy@example.edu.cn', width: 24 },
} as const

type Row = ImportValues<typeof columns>
interface Plan {
  values: store.ImportedDept
}
/** The cell text for no parent or no head. */
const TOP = '无'

export const deptImport = defineImport<typeof columns, Plan>({
  kind: 'dept',
  columns,
  notes: ['已有单位：空着的单元格表示不修改。'],
  may: (ctx) => ctx.holds('ADMIN'),
  uniqueOf: (row) => ({ code: row.code }),

  async judge(ctx, rows, inFile) {
    const known = new Map(
      (
        await store.findByCode(ctx.db, [
          ...new Set(rows.flatMap((r) => [r.code, ...(r.parent ? [r.parent] : [])])),
        ])
      ).map((d) => [d.code, d]),
    )
    const names = await store.findNamed(ctx.db, [...new Set(rows.map((r) => r.name))])
    const heads = new Map(
      (await findPeople(ctx, [...new Set(rows.flatMap((r) => r.head ?? []))])).map((p) => [p.code, p.id]),
    )
    const judged = refuseNamesakes(
      rows,
      rows.map((row) => judgeOne(row, known, heads, inFile)),
      names,
      inFile,
    )
    const moves = rows.some(
      (row, i) =>
        known.has(row.code) && judged[i]?.plan?.values.parentCode !== known.get(row.code)?.parentCode,
    )
    if (!moves) return judged
    const parents = await store.readParents(ctx.db)
    rows.forEach((row, i) => {
      const parent = judged[i]?.plan?.values.parentCode
      if (parent) parents.set(row.code, parent)
      else if (judged[i]?.plan) parents.delete(row.code)
    })
    return judged.map((verdict, i) =>
      runsInCircle(rows[i]?.code ?? '', parents)
        ? { verdict: 'bad', errors: [{ column: 'parent', message: deptRefusals.DEPT_CYCLE }] }
        : verdict,
    )
  },

  async write(ctx, rows) {
    await lockTree(ctx)
    const records = rows.map(({ row, plan }) => ({ code: row.code, ...plan.values }))
    await store.deferNames(ctx)
    const isNew = new Set(rows.filter((r) => r.verdict === 'new').map((r) => r.row.code))
    await store.addAll(
      ctx,
      records.filter((r) => isNew.has(r.code)),
    )
    await store.changeAll(
      ctx,
      records.filter((r) => !isNew.has(r.code)),
    )
    await store.hangAll(ctx, records)
    await store.checkNames(ctx).catch((e: unknown) => {
      // Two depts of the file have the same name, or another dept took it meanwhile.
      throw violates(e, 'dept_sibling_name') ? refuse('DEPT_NAME_TAKEN', deptRefusals.DEPT_NAME_TAKEN) : e
    })
    // Another administrator may have moved a dept between the judgement and the lock.
    if (
      await store.hasCircle(
        ctx.db,
        records.map((r) => r.code),
      )
    )
      throw refuse('DEPT_CYCLE', deptRefusals.DEPT_CYCLE)
  },
})

function runsInCircle(code: string, parents: ReadonlyMap<string, string>): boolean {
  const met = new Set<string>()
  for (let at: string | undefined = code; at !== undefined && !met.has(at); at = parents.get(at)) met.add(at)
  const last = [...met].at(-1)
  return last !== undefined && parents.get(last) === code
}

/**
 * Refuses siblings with the same name, all but the first. A dept that the file moves or renames counts with
 * its new parent and name.
 */
function refuseNamesakes(
  rows: readonly Row[],
  judged: Judged<typeof columns, Plan>[],
  registered: Awaited<ReturnType<typeof store.findNamed>>,
  inFile: (column: 'code', value: string) => boolean,
): Judged<typeof columns, Plan>[] {
  const makeKey = (parentCode: string | null, name: string) => JSON.stringify([parentCode, name])
  const taken = new Set(
    registered.filter((d) => !inFile('code', d.code)).map((d) => makeKey(d.parentCode, d.name)),
  )
  return judged.map((verdict, i) => {
    const name = rows[i]?.name
    if (!verdict.plan || name === undefined) return verdict
    const key = makeKey(verdict.plan.values.parentCode, name)
    if (taken.has(key))
      return { verdict: 'bad', errors: [{ column: 'name', message: deptRefusals.DEPT_NAME_TAKEN }] }
    taken.add(key)
    return verdict
  })
}

function judgeOne(
  row: Row,
  known: ReadonlyMap<string, store.KnownDept>,
  heads: ReadonlyMap<string, number>,
  inFile: (column: 'code', value: string) => boolean,
): Judged<typeof columns, Plan> {
  const before = known.get(row.code)
  if (row.parent && row.parent !== TOP && !known.has(row.parent) && !inFile('code', row.parent))
    return {
      verdict: 'bad',
      errors: [{ column: 'parent', message: `没有编码为“${row.parent}”的单位；同一文件中的上级请放在前面` }],
    }
  // A head whose account was closed stays until another one is named.
  const stays = row.head === null || row.head === before?.headUsername
  const headId = row.head === TOP ? null : stays ? (before?.headId ?? null) : heads.get(row.head ?? '')
  if (headId === undefined)
    return { verdict: 'bad', errors: [{ column: 'head', message: `没有用户名为“${row.head}”的在用人员` }] }
  const values: store.ImportedDept = {
    headId,
    name: row.name,
    kind: row.kind ?? before?.kind ?? 'college',
    parentCode: row.parent === TOP ? null : (row.parent ?? before?.parentCode ?? null),
    sort: row.sort ?? before?.sort ?? 0,
    enabled: row.enabled ?? before?.enabled ?? true,
    address: row.address ?? before?.address ?? null,
    phone: row.phone ?? before?.phone ?? null,
    email: row.email ?? before?.email ?? null,
  }
  if (!before) return { verdict: 'new', plan: { values } }
  const shown: Record<
    Exclude<keyof typeof columns, 'code'>,
    [was: unknown, is: unknown, word: string | null]
  > = {
    name: [before.name, values.name, before.name],
    kind: [before.kind, values.kind, deptKindWords[before.kind]],
    parent: [before.parentCode, values.parentCode, before.parentCode],
    sort: [before.sort, values.sort, String(before.sort)],
    enabled: [before.enabled, values.enabled, before.enabled ? '启用' : '停用'],
    head: [before.headId, values.headId, before.headName],
    address: [before.address, values.address, before.address],
    phone: [before.phone, values.phone, before.phone],
    email: [before.email, values.email, before.email],
  }
  const was = (Object.keys(shown) as (keyof typeof shown)[])
    .filter((column) => shown[column][0] !== shown[column][1])
    .map((column) => ({ column, message: shown[column][2] ?? '（空）' }))
  return { verdict: was.length ? 'changed' : 'same', was, plan: { values } }
}
