import type { Parsed } from '@portal/contract/kernel/call'
import type { PurchaseFilters, purchaseCalls } from '@portal/contract/purchase/calls'
import {
  paperKinds,
  purchaseMethodWords,
  purchaseNumber,
  purchaseRefusals,
  purchaseStateWords,
} from '@portal/contract/purchase/purchase'
import { sharesWords } from '@portal/contract/purchase/sources'
import type { Ctx } from '../../kernel/ctx.ts'
import { pageReply } from '../../kernel/list.store.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { findLocal, findSpan, findToday } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as listStore from './list.store.ts'
import { requiredIn } from './papers.rules.ts'
import { OF, purchases, readStanding } from './purchase.process.ts'
import { maySubmit, thresholdNames, listTiers, type Standing } from './purchase.rules.ts'
import { showRow } from './purchase.view.ts'
import { readDetail } from './show.action.ts'

export const get = (ctx: Ctx, { params }: Parsed<typeof purchaseCalls.get>) => readDetail(ctx, params.id)

// ── Lists ────────────────────────────────────────────────────────────────────

/** The caller's rights, and the scope of the list they ask for. */
async function readScope(
  ctx: Ctx,
  asked: PurchaseFilters['scope'],
): Promise<{ standing: Standing; scope: listStore.Scope }> {
  const [standing, ids] = await together([
    readStanding(ctx, null),
    asked === 'waiting' ? approval.listWaitingRows(ctx, OF) : Promise.resolve(undefined),
  ])
  const who = {
    userId: standing.userId,
    all: standing.office,
    finance: standing.finance,
    deptIds: standing.headed,
  }
  return { standing, scope: { ...who, mine: asked === 'mine', ...(ids && { ids }) } }
}
const findWanted = (ctx: Ctx, query: PurchaseFilters): listStore.Wanted => ({
  ...query,
  ...findSpan(query, ctx.env.CAMPUS_TZ),
})

export async function list(ctx: Ctx, { query }: Parsed<typeof purchaseCalls.list>) {
  const { standing, scope } = await readScope(ctx, query.scope)
  const { items, total, sum } = await listStore.list(ctx.db, scope, findWanted(ctx, query))
  const rolesOn = await purchases.rolesAmong(ctx, items, standing)
  return {
    ...pageReply(
      items.map((p) => showRow(p, rolesOn(p))),
      total,
    ),
    sumFen: sum,
  }
}

export async function count(ctx: Ctx) {
  const [waiting, own] = await together([
    approval.listWaitingRows(ctx, OF),
    listStore.countOwn(ctx.db, ctx.me.id),
  ])
  return { waiting: waiting.length, ...own }
}

// ── What a request is judged by ──────────────────────────────────────────────

export async function showRules(ctx: Ctx) {
  const [t, papers, asked] = await together([
    dictionary.readNumbers(ctx, thresholdNames),
    dictionary.listCodes(ctx, 'purchase_paper'),
    dictionary.listCodes(ctx, 'purchase_required'),
  ])
  const required = Map.groupBy(
    requiredIn(
      asked.map((r) => r.value),
      new Set(papers.map((p) => p.value)),
    ),
    (r) => r.kind,
  )
  return {
    submitBarred: maySubmit(ctx.me.userType) ? null : purchaseRefusals.STUDENT,
    preciousFromFen: t.purchase_precious_from * 100,
    tiers: listTiers(t).toReversed(),
    precious: {
      size: t.panel_precious_size,
      largeFromFen: t.panel_precious_large_from * 100,
      largeSize: t.panel_precious_large_size,
    },
    import: { size: t.panel_import_size, lawyers: t.panel_import_lawyers },
    papers: papers.map((p) => ({
      kind: p.value,
      label: p.label,
      atContract: p.value === paperKinds.contract && !required.has(p.value),
      required: (required.get(p.value) ?? []).map(({ when, fromFen }) => ({ when, fromFen })),
    })),
  }
}

/** Exports the list, newest first. */
export async function exportList(
  ctx: Ctx,
  { query }: Parsed<typeof purchaseCalls.export>,
): Promise<RawReply> {
  const { scope } = await readScope(ctx, query.scope)
  const rows = listStore.walk(ctx.db, scope, findWanted(ctx, query))
  return makeSheet('申购', listColumns(ctx.env.CAMPUS_TZ), rows, `申购-${findToday(ctx)}.xlsx`)
}

const yes = (is: boolean) => (is ? '是' : '否')
const yuan = (fen: number | null) => (fen === null ? null : fen / 100)
const listColumns = (zone: string): readonly SheetColumn<listStore.Exported>[] => [
  { header: '申购单号', width: 14, value: (p) => purchaseNumber(p.id) },
  { header: '申购名称', width: 32, value: (p) => p.title },
  { header: '状态', width: 14, value: (p) => purchaseStateWords[p.state] },
  { header: '申购人', width: 12, value: (p) => p.requesterName },
  { header: '单位', width: 24, value: (p) => p.deptName },
  { header: '设备', width: 40, value: (p) => p.itemNames },
  { header: '经费来源', width: 40, value: (p) => sharesWords(p.sources) },
  { header: '预算（元）', money: true, value: (p) => yuan(p.budgetFen) },
  { header: '贵重仪器', width: 10, value: (p) => yes(p.precious) },
  { header: '进口', width: 8, value: (p) => yes(p.imported) },
  { header: '采购方式', width: 12, value: (p) => (p.method ? purchaseMethodWords[p.method] : null) },
  { header: '供应商', width: 28, value: (p) => p.supplierName },
  { header: '成交（元）', money: true, value: (p) => yuan(p.awardFen) },
  { header: '合同编号', width: 20, value: (p) => p.contractNumber },
  { header: '签订日期', width: 12, value: (p) => p.contractOn },
  { header: '合同（元）', money: true, value: (p) => yuan(p.contractFen) },
  {
    header: '提交日期',
    width: 12,
    value: (p) => (p.submittedAt ? findLocal(p.submittedAt, zone).day : null),
  },
]
