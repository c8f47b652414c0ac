import { fileUrl } from '@portal/contract/file/file'
import type { Parsed } from '@portal/contract/kernel/call'
import type { labCalls } from '@portal/contract/lab/lab'
import type { Ctx } from '../../kernel/ctx.ts'
import { walkChunks } from '../../kernel/list.store.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { findToday } from '../../kernel/time.ts'
import { listFamily } from '../dept/dept.service.ts'
import { readLabels } from '../dictionary/dictionary.service.ts'
import { editsEverywhere, listEdits } from './lab.rules.ts'
import * as store from './lab.store.ts'
import * as lists from './list.store.ts'
import { showLab } from './lab.view.ts'

interface Filters {
  keyword?: string | undefined
  deptId?: number | undefined
  buildingId?: number | undefined
  type?: string | null | undefined
  grade?: string | null | undefined
  enabled?: boolean | undefined
}
const makeFilters = async (ctx: Ctx, q: Filters, ledBy: number | null): Promise<lists.LabFilters> => ({
  sought: q.keyword ? queryGrams(q.keyword) : undefined,
  deptIds: q.deptId ? await listFamily(ctx, q.deptId) : null,
  buildingId: q.buildingId ?? null,
  type: q.type || null,
  grade: q.grade || null,
  enabled: q.enabled ?? null,
  ledBy,
})

export async function list(ctx: Ctx, { query }: Parsed<typeof labCalls.list>) {
  const { items, total } = await lists.list(
    ctx.db,
    ctx.me.id,
    await makeFilters(ctx, { ...query, enabled: true }, null),
    query.order_by,
    query,
  )
  return { items: items.map(showLab), total }
}
export const search = (
  ctx: Ctx,
  { query: { labName, ...query }, ...input }: Parsed<typeof labCalls.search>,
) => list(ctx, { ...input, query: { ...query, keyword: labName } })

/** A person who may change all labs manages all; others manage the labs they lead. */
const readManagedFilters = (ctx: Ctx, query: Filters) =>
  makeFilters(ctx, query, editsEverywhere('base', ctx.me.permissions) ? null : ctx.me.id)

export async function listManaged(ctx: Ctx, { query }: Parsed<typeof labCalls.managed>) {
  const { items, total } = await lists.list(
    ctx.db,
    ctx.me.id,
    await readManagedFilters(ctx, query),
    query.order_by,
    query,
  )
  return { items: items.map((l) => ({ ...showLab(l), can: listEdits(ctx.me.permissions, l.roles) })), total }
}

const UNGRADED = '未定级'
export async function listByGrade(ctx: Ctx, { query }: Parsed<typeof labCalls.byGrade>) {
  const rows = await lists.listByGrade(
    ctx.db,
    await makeFilters(ctx, { ...query, enabled: true }, null),
    query.size,
  )
  const words = await readLabels(ctx, 'lab_grade')
  return [...Map.groupBy(rows, (l) => l.grade)].map(([grade, labs]) => ({
    grade,
    label: grade === null ? UNGRADED : (words.get(grade) ?? grade),
    total: labs[0]?.total ?? 0,
    items: labs.map(({ id, name, serialId, dept, sharedDevices, imageId }) => ({
      id,
      name,
      serialId,
      dept,
      sharedDevices,
      imageUrl: imageId && fileUrl(imageId),
    })),
  }))
}

export async function exportList(ctx: Ctx, { query }: Parsed<typeof labCalls.export>): Promise<RawReply> {
  const filters = await readManagedFilters(ctx, query)
  const [types, grades] = await Promise.all([readLabels(ctx, 'lab_type'), readLabels(ctx, 'lab_grade')])
  const wordIn = (labels: typeof types) => (value: string | null) =>
    value === null ? null : (labels.get(value) ?? value)
  const rows = walkChunks<store.LabRow>(
    (last, size) => lists.listAfter(ctx.db, filters, last?.serialId ?? '', size),
    { size: 200 },
  )
  return makeSheet(
    '实验室',
    listColumns(wordIn(types), wordIn(grades)),
    rows,
    `实验室-${findToday(ctx)}.xlsx`,
  )
}

type Words = (value: string | null) => string | null
const listColumns = (typeOf: Words, gradeOf: Words): readonly SheetColumn<store.LabRow>[] => [
  { header: '实验室编号', width: 16, value: (l) => l.serialId },
  { header: '实验室名称', width: 30, value: (l) => l.name },
  { header: '单位', width: 26, value: (l) => l.deptName },
  { header: '类型', width: 16, value: (l) => typeOf(l.type) },
  { header: '级别', width: 12, value: (l) => gradeOf(l.grade) },
  { header: '主任', width: 16, value: (l) => l.directors.join('、') },
  { header: '电话', width: 16, value: (l) => l.phone },
  { header: '邮箱', width: 24, value: (l) => l.email },
  { header: '楼宇', width: 20, value: (l) => l.buildingName },
  { header: '房间', width: 10, value: (l) => l.roomName },
  { header: '面积（平方米）', width: 14, value: (l) => l.areaM2 },
  { header: '建立年份', width: 10, value: (l) => l.foundedYear },
  { header: '仪器台数', width: 10, value: (l) => l.devices },
  { header: '共享仪器台数', width: 14, value: (l) => l.sharedDevices },
  { header: '状态', width: 8, value: (l) => (l.enabled ? '启用' : '停用') },
]
