import { labBody, labSerial } from '@portal/contract/lab/lab'
import { line, optionalLine } from '@portal/contract/kernel/fields'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { findToday } from '../../kernel/time.ts'
import { defineImport, findPeople, findRooms, type ImportValues, type Judged } from '../bulk/bulk.service.ts'
import { numberCell, defineWord } from '../bulk/cell.rules.ts'
import { lookupIn, wordsIn, type Lookup } from '../bulk/lookup.rules.ts'
import { listCodes, readLabels } from '../dictionary/dictionary.service.ts'
import type {} from './lab.events.ts'
import * as store from './lab.import.store.ts'
import { gramsOfLab } from './lab.rules.ts'
import { updateRoles } from './people.action.ts'
import { lockPeople } from './people.store.ts'

const f = labBody.shape
const columns = {
  serialId: {
    header: '实验室编号',
    schema: labSerial,
    sample: 'LAB001',
    required: true,
    also: ['编号'],
    note: '以 LAB 开头；已有的编号表示修改该实验室',
  },
  name: {
    header: '实验室名称',
    schema: f.name,
    sample: '材料表征实验室',
    required: true,
    also: ['名称', '实验室'],
    width: 28,
  },
  dept: {
    header: '单位',
    schema: line('单位', 60),
    sample: '201',
    required: true,
    also: ['所属单位', '单位编码', '部门', '单位名称'],
    note: '单位的编码或名称',
    width: 26,
  },
  type: {
    header: '类型',
    schema: optionalLine('类型', 30),
    sample: '',
    also: ['实验室类型'],
    note: '字典“实验室类型”中的名称或值',
  },
  grade: {
    header: '级别',
    schema: optionalLine('级别', 30),
    sample: '',
    also: ['实验室级别'],
    note: '字典“实验室级别”中的名称或值',
  },
  room: {
    header: '主要房间',
    schema: optionalLine('主要房间', 120),
    sample: 'B001 301',
    also: ['地点', '门牌房间'],
    note: '楼宇编号或名称，空一格，房间号',
    width: 20,
  },
  areaM2: {
    header: '面积（平方米）',
    schema: numberCell('面积', f.areaM2),
    sample: '120.5',
    also: ['面积'],
    width: 14,
  },
  foundedYear: {
    header: '建立年份',
    schema: numberCell('建立年份', f.foundedYear),
    sample: '1998',
    width: 10,
  },
  phone: { header: '电话', schema: f.phone, sample: '0700-86000301', also: ['联系电话'] },
  email: { header: '邮箱', schema: f.email, sample: 'lab001@example.edu.cn', also: ['联系邮箱'], width: 24 },
  director: {
    header: '主任用户名',
    schema: optionalLine('主任用户名', 64).transform((s) => s?.toLowerCase() ?? null),
    sample: '',
    also: ['主任工号'],
    note: '学工号或登录名；只对新实验室有效，已有实验室的主任请在“管理员”中修改',
  },
  enabled: {
    header: '状态',
    schema: defineWord('状态', { yes: '启用', no: '停用' }),
    sample: '启用',
    note: '只对新实验室有效，不填为启用；停用已有的实验室请在列表中操作',
    width: 8,
  },
} as const
type Columns = typeof columns
type Row = ImportValues<Columns>

export const labImport = defineImport<Columns, store.ImportedLab>({
  kind: 'lab',
  columns,
  notes: ['请先登记单位和房间。', '已有实验室：空着的单元格表示不修改。'],
  may: (ctx) => ctx.holds('LABORATORY_ALL'),
  uniqueOf: ({ serialId }) => ({ serialId }),
  async judge(ctx, rows) {
    const known = new Map(
      (
        await store.findLabs(
          ctx.db,
          rows.map((r) => r.serialId),
        )
      ).map((l) => [l.serialId, l]),
    )
    const depts = lookupIn(
      '单位',
      await store.findDepts(
        ctx.db,
        wordsIn(rows, (r) => r.dept),
      ),
    )
    const rooms = lookupIn(
      '房间',
      await findRooms(
        ctx,
        wordsIn(rows, (r) => r.room),
      ),
    )
    const people = new Map(
      (
        await findPeople(
          ctx,
          wordsIn(rows, (r) => r.director),
        )
      ).map((p) => [p.code, p.id]),
    )
    const types = await readWords(ctx, 'lab_type')
    const grades = await readWords(ctx, 'lab_grade')
    const year = Number(findToday(ctx).slice(0, 4))
    return rows.map((row) =>
      judgeOne(row, known.get(row.serialId), { depts, rooms, people, types, grades, year }),
    )
  },
  async write(ctx, rows) {
    const directors = [...new Set(rows.flatMap(({ plan }) => plan.directorId ?? []))]
    await lockPeople(ctx, directors)
    await store.keepLabs(
      ctx,
      rows.map(({ row, plan }) => ({
        ...plan,
        search: gramsOfLab({ name: plan.name, serialId: row.serialId }),
      })),
    )
    await updateRoles(ctx, ...directors)
    for (const { plan } of rows) {
      if (plan.id !== null && plan.deptId !== plan.deptBefore)
        await announce(ctx, 'lab.moved', { labId: plan.id, deptId: plan.deptId })
    }
  },
})

interface Words {
  offered: readonly { label: string; value: string }[]
  /** Also of values that are no longer offered. */
  labels: ReadonlyMap<string, string>
}
const readWords = async (ctx: Ctx, name: string): Promise<Words> => ({
  offered: await listCodes(ctx, name),
  labels: await readLabels(ctx, name),
})

interface Lookups {
  depts: Lookup
  rooms: Lookup
  people: ReadonlyMap<string, number>
  types: Words
  grades: Words
  year: number
}
function judgeOne(
  row: Row,
  before: store.KnownLab | undefined,
  { depts, rooms, people, types, grades, year }: Lookups,
): Judged<Columns, store.ImportedLab> {
  const errors: { column: keyof Columns; message: string }[] = []
  const find = (column: 'dept' | 'room', lookup: Lookup, present?: number | null): number | null => {
    const word = row[column]
    if (word === null) return null
    const found = lookup(word, present)
    if ('id' in found) return found.id
    errors.push({ column, message: found.wrong })
    return null
  }
  const listed = (column: 'type' | 'grade', { offered, labels }: Words): string | null => {
    const [word, present = null] = [row[column], before?.[column]]
    if (word === null) return present
    // What is no longer offered stays with the labs that have it.
    if (present !== null && (word === present || word === labels.get(present))) return present
    const code = offered.find((c) => c.label === word || c.value === word)
    if (!code) errors.push({ column, message: `字典中没有“${word}”` })
    return code?.value ?? word
  }
  const deptId = find('dept', depts, before?.deptId) ?? 0
  const roomId = find('room', rooms, before?.roomId) ?? before?.roomId ?? null
  const type = listed('type', types)
  const grade = listed('grade', grades)
  const directorId = row.director === null || before ? null : (people.get(row.director) ?? 0)
  if (directorId === 0)
    errors.push({ column: 'director', message: `没有用户名为“${row.director}”的在用人员` })
  if (row.foundedYear !== null && row.foundedYear > year)
    errors.push({ column: 'foundedYear', message: '建立年份不能晚于今年' })
  if (errors.length > 0) return { verdict: 'bad', errors }
  const plan: store.ImportedLab = {
    id: before?.id ?? null,
    deptBefore: before?.deptId ?? null,
    directorId,
    serialId: row.serialId,
    name: row.name,
    deptId,
    type,
    grade,
    roomId,
    areaM2: row.areaM2 ?? before?.areaM2 ?? null,
    foundedYear: row.foundedYear ?? before?.foundedYear ?? null,
    phone: row.phone ?? before?.phone ?? null,
    email: row.email ?? before?.email ?? null,
    enabled: before?.enabled ?? row.enabled !== 'no',
  }
  if (!before)
    return {
      verdict: 'new',
      plan,
      ...(directorId === null && {
        warnings: [{ column: 'director' as const, message: '没有主任，导入后请指定' }],
      }),
    }
  const shown = {
    name: before.name,
    dept: before.deptName,
    type: before.type && (types.labels.get(before.type) ?? before.type),
    grade: before.grade && (grades.labels.get(before.grade) ?? before.grade),
    room: before.roomName,
    areaM2: before.areaM2,
    foundedYear: before.foundedYear,
    phone: before.phone,
    email: before.email,
  }
  const same = { ...plan, dept: plan.deptId, room: plan.roomId }
  const beforeKeys = { ...before, dept: before.deptId, room: before.roomId }
  const was = (Object.keys(shown) as (keyof typeof shown)[])
    .filter((column) => same[column] !== beforeKeys[column])
    .map((column) => ({ column, message: shown[column] === null ? '（空）' : String(shown[column]) }))
  const ignored = row.enabled !== null && (row.enabled === 'yes') !== before.enabled
  return {
    verdict: was.length ? 'changed' : 'same',
    was,
    warnings: ignored
      ? [{ column: 'enabled', message: '已有实验室的状态不会由导入修改，请在列表中启用或停用' }]
      : [],
    plan,
  }
}
