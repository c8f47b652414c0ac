import {
  batchWayWords,
  nationalRefusals,
  rowStates,
  type nationalReportCalls,
  type RowState,
} from '@portal/contract/national-report/national-report'
import { nationalKinds, nationalKindWords, type NationalKind } from '@portal/contract/national-report/schema'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, violates } from '../../kernel/refuse.ts'
import { exported } from '../../kernel/sheet.ts'
import { readWorld } from '../asset/asset.service.ts'
import { seenLabs } from '../asset/asset.rules.ts'
import * as batchStore from './batch.store.ts'
import { collectRows, findLeaving } from './collecting.action.ts'
import { requireReport } from './report.action.ts'
import * as store from './report.store.ts'
import * as schemaStore from './schema.store.ts'

type Calls = typeof nationalReportCalls

const NONE: Readonly<Record<RowState, number>> = {
  unreported: 0,
  reported: 0,
  failed: 0,
  locked: 0,
  withdrawn: 0,
}
export async function reports(ctx: Ctx) {
  const who = await readWorld(ctx)
  const counts = await store.counts(ctx.db, who.office ? null : seenLabs(who), who.userId)
  // People without rows see no reports.
  const years = who.office || counts.length > 0 ? await store.list(ctx.db) : []
  const schemas = Map.groupBy(await schemaStore.list(ctx.db), (s) => s.year)
  const of = (reportId: number, kind: NationalKind) => {
    const own = counts.filter((c) => c.reportId === reportId && c.kind === kind)
    return Object.fromEntries(
      rowStates.map((s) => [s, own.find((c) => c.state === s)?.count ?? 0]),
    ) as typeof NONE
  }
  return {
    items: years.map((r) => ({
      ...r,
      counts: Object.fromEntries(nationalKinds.map((k) => [k, of(r.id, k)])) as Record<
        NationalKind,
        typeof NONE
      >,
      schemas: (schemas.get(r.year) ?? []).map((s) => s.kind),
      can: who.office ? (['collect', 'send', 'export'] as const).slice() : [],
    })),
    service: ctx.deps.adapters.nationalPlatform !== undefined,
    can: who.office ? (['add', 'import'] as const).slice() : [],
  }
}

export async function add(ctx: Ctx, { body: { year } }: Parsed<Calls['add']>) {
  ctx.target = `national_report ${year}`
  try {
    const { id } = await store.add(ctx.db, ctx.now, year, ctx.me.id)
    await schemaStore.takeOver(ctx.db, ctx.now, year)
    return { id }
  } catch (e) {
    if (violates(e, 'national_report_once'))
      throw refuse('REPORT_TWICE', nationalRefusals.REPORT_TWICE, { status: 409 })
    throw e
  }
}

/** What collecting would remove, for the question before it. */
export async function countLeaving(ctx: Ctx, { params }: Parsed<Calls['leaving']>) {
  const leaving = await findLeaving(ctx.db, await requireReport(ctx, params.id))
  return { rows: leaving.length, filled: leaving.filter((r) => r.filled).length }
}

export async function collect(ctx: Ctx, { params }: Parsed<Calls['collect']>) {
  const report = await requireReport(ctx, params.id)
  if (!(await schemaStore.ofYear(ctx.db, report.year)).has('device'))
    throw refuse('NO_SCHEMA', nationalRefusals.NO_SCHEMA)
  return collectRows(ctx.db, ctx.now, report)
}

export async function batches(ctx: Ctx, { params, query }: Parsed<Calls['batches']>) {
  await requireReport(ctx, params.id)
  return batchStore.list(ctx.db, params.id, query)
}
export const answers = (ctx: Ctx, { params, query }: Parsed<Calls['answers']>) =>
  batchStore.answers(ctx.db, params.id, query)

export const exportBatches = exported('国家平台上报批次', batches, [
  { header: '时间', width: 18, value: (b) => b.at },
  { header: '数据种类', value: (b) => nationalKindWords[b.kind] },
  { header: '方式', value: (b) => batchWayWords[b.way] },
  { header: '上报人', value: (b) => b.by },
  { header: '数据', value: (b) => b.rows },
  { header: '接收', value: (b) => b.accepted },
  { header: '拒绝', value: (b) => b.refused },
  { header: '异常', width: 40, value: (b) => b.trouble },
])
export const exportAnswers = exported('国家平台上报结果', answers, [
  { header: '编号', width: 20, value: (a) => a.key },
  { header: '资产编号', value: (a) => a.device.serialId },
  { header: '仪器', width: 30, value: (a) => a.device.name },
  { header: '结果', value: (a) => (a.ok ? '接收' : '拒绝') },
  { header: '答复', width: 60, value: (a) => a.message },
])
