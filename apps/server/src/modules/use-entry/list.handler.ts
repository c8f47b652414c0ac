import { masteryWords } from '@portal/contract/device-record/device-record'
import type { Parsed } from '@portal/contract/kernel/call'
import { priceTierWords } from '@portal/contract/price-plan/price-plan'
import { entryKindWord, type useEntryCalls } from '@portal/contract/use-entry/use-entry'
import { natureWords } from '@portal/contract/use-ledger/use-ledger'
import type { Ctx } from '../../kernel/ctx.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { exported, type ListColumn } from '../../kernel/sheet.ts'
import { shownAt } from '../../kernel/time.ts'
import { readKeeper, readEntries, readEntry } from './entry.action.ts'
import * as store from './entry.store.ts'
import { nameUser } from './use-entry.rules.ts'

export async function list(ctx: Ctx, { query: q }: Parsed<typeof useEntryCalls.list>) {
  const wanted = {
    keyword: q.keyword,
    deviceId: q.deviceId ?? null,
    labId: q.labId ?? null,
    kind: q.kind ?? null,
    from: q.from ?? null,
    to: q.to ?? null,
    revoked: q.revoked ?? false,
    zone: ctx.env.CAMPUS_TZ,
  }
  const { items, total } = await store.list(ctx.db, readKeeper(ctx), wanted, q)
  return pageReply(await readEntries(ctx, items), total)
}

export const get = (ctx: Ctx, { params }: Parsed<typeof useEntryCalls.get>) => readEntry(ctx, params.id)

export const listDevices = (ctx: Ctx, { query }: Parsed<typeof useEntryCalls.devices>) =>
  store.listDevices(
    ctx.db,
    readKeeper(ctx),
    query.keyword ? `%${query.keyword.replace(/[\\%_]/g, '\\$&')}%` : null,
  )

type Row = Awaited<ReturnType<typeof list>>['items'][number]
const columnsFor = (zone: string): ListColumn<Row>[] => [
  { header: '编号', value: (r) => r.id },
  { header: '仪器', width: 30, value: (r) => r.device.name },
  { header: '资产编号', value: (r) => r.device.serialId },
  { header: '实验室', width: 24, value: (r) => r.lab.name },
  { header: '使用类型', value: (r) => entryKindWord(r.kind) },
  { header: '使用人', value: nameUser },
  { header: '使用人类别', value: (r) => priceTierWords[r.tier] },
  {
    header: '使用时段',
    width: 40,
    value: (r) => r.intervals.map((i) => `${shownAt(i.startAt, zone)}–${shownAt(i.endAt, zone)}`).join('；'),
  },
  { header: '使用时长（分钟）', value: (r) => r.minutes },
  { header: '准备（分钟）', value: (r) => r.preparationMinutes },
  { header: '后处理（分钟）', value: (r) => r.cleanupMinutes },
  { header: '样品数', value: (r) => r.samples },
  { header: '培训学生', value: (r) => r.trainedStudents },
  { header: '培训教师', value: (r) => r.trainedTeachers },
  { header: '培训其他', value: (r) => r.trainedOthers },
  { header: '掌握程度', value: (r) => r.trainedMastery && masteryWords[r.trainedMastery] },
  { header: '用途类别', value: (r) => r.nature && natureWords[r.nature] },
  { header: '课题名称', width: 30, value: (r) => r.project },
  { header: '课题编号', value: (r) => r.projectNumber },
  { header: '经费来源', value: (r) => r.fundingSource?.label },
  { header: '学科领域', width: 24, value: (r) => r.disciplines.map((d) => d.label).join('、') },
  { header: '服务方式', value: (r) => r.serviceMode?.label },
  { header: '登记原因', width: 30, value: (r) => r.reason },
  { header: '重叠说明', width: 24, value: (r) => r.overlapReason },
  { header: '登记人', value: (r) => r.enteredBy.name },
  { header: '登记时间', value: (r) => r.enteredAt },
  { header: '状态', value: (r) => (r.revoked ? '已撤销' : '有效') },
  { header: '撤销原因', width: 24, value: (r) => r.revoked?.reason },
  { header: '凭证', width: 24, value: (r) => r.papers.map((p) => p.name).join('、') },
]
export const exportList = (ctx: Ctx, args: Parsed<typeof useEntryCalls.export>) =>
  exported('手工使用登记', list, columnsFor(ctx.env.CAMPUS_TZ))(ctx, args)
