import type { Parsed } from '@portal/contract/kernel/call'
import type { TenderFilters, tenderCalls } from '@portal/contract/tender/calls'
import { tenderMethodWords, tenderNumber, tenderRefusals } from '@portal/contract/tender/tender'
import type { Ctx } from '../../kernel/ctx.ts'
import { cleanHtml } from '../../kernel/html.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { refuseField } from '../../kernel/refuse.ts'
import { refuseUnseen } from '../../kernel/revision.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import type { LoadUnchanged } from '../../kernel/serve.ts'
import { exported, makeSheet } from '../../kernel/sheet.ts'
import { findSpan, findToday } from '../../kernel/time.ts'
import * as file from '../file/file.service.ts'
import * as supplier from '../supplier/supplier.service.ts'
import { loadToRun, requireOther, readDetail } from './access.action.ts'
import * as committee from './committee.store.ts'
import * as lists from './list.store.ts'
import { DOCUMENTS, PICTURES } from './standing.rules.ts'
import { publishTender, openTender } from './steps.action.ts'
import { tenderFlow, type Tender } from './tender.flow.ts'
import { seesAll, tenders } from './tender.process.ts'
import type { TenderDetail, TenderRow } from './tender.store.ts'
import { exportColumns, showRow } from './tender.view.ts'

// ── Lists ────────────────────────────────────────────────────────────────────

type Own = Awaited<ReturnType<typeof supplier.findSupplier>>
const findScope = (ctx: Ctx, own: Own): lists.Scope =>
  seesAll(ctx)
    ? { all: true }
    : own
      ? { supplierId: own.id, approved: own.state === 'approved' }
      : { personId: ctx.me.id }

function narrow(
  ctx: Ctx,
  query: Pick<TenderFilters, 'keyword' | 'state' | 'method' | 'scope' | 'purchaseId' | 'from' | 'to'>,
): lists.Narrowed {
  const { from, to, ...rest } = query
  return { ...rest, ...findSpan({ from, to }, ctx.env.CAMPUS_TZ), now: ctx.now }
}

export async function list(ctx: Ctx, { query }: Parsed<typeof tenderCalls.list>) {
  const own = await supplier.findSupplier(ctx)
  const scope = findScope(ctx, own)
  const found = await lists.list(ctx.db, scope, { ...query, ...narrow(ctx, query) })
  const supplierId = 'supplierId' in scope ? scope.supplierId : null
  const ids = found.items.map((t) => t.id)
  const quotedIn = supplierId === null ? new Set<number>() : await lists.findQuoted(ctx.db, supplierId, ids)
  const unsigned = supplierId === null ? await committee.findUnsigned(ctx, ids) : new Set<number>()
  const mayQuote = own?.state === 'approved'
  const rolesAt = (t: TenderRow): Tender['role'][] => {
    // Announced tenders in a supplier's list are public, or the supplier was invited.
    if (supplierId !== null) return mayQuote ? ['supplier'] : []
    return [
      ...(ctx.holds('TENDER_ALL') && t.requesterId !== ctx.me.id ? (['tender_office'] as const) : []),
      ...(unsigned.has(t.id) ? (['member'] as const) : []),
    ]
  }
  const { items, ...rest } = pageReply(found.items, found.total)
  return {
    items: items.map((t) =>
      showRow(t, { roles: new Set(rolesAt(t)), supplierId, quoted: quotedIn.has(t.id), now: ctx.now }),
    ),
    ...rest,
  }
}

/** Exports the list, newest first. */
export const exportList = (ctx: Ctx, { query }: Parsed<typeof tenderCalls.export>): RawReply =>
  makeSheet(
    '招标',
    exportColumns(ctx.env.CAMPUS_TZ),
    lists.walk(ctx.db, { all: true }, narrow(ctx, query)),
    `招标-${findToday(ctx)}.xlsx`,
  )

export const count = async (ctx: Ctx) =>
  lists.countStates(ctx.db, findScope(ctx, await supplier.findSupplier(ctx)))

export async function listResults(ctx: Ctx, { query }: Parsed<typeof tenderCalls.results>) {
  const own = await supplier.findSupplier(ctx)
  const told = own ? { supplierId: own.id } : seesAll(ctx) || ctx.me.onCampus ? 'all' : 'public'
  const found = await lists.listOutcomes(ctx.db, told, query)
  const { items, ...rest } = pageReply(found.items, found.total)
  return { items: items.map((o) => ({ ...o, number: tenderNumber(o.id) })), ...rest }
}

export const get = (ctx: Ctx, { params }: Parsed<typeof tenderCalls.get>) => readDetail(ctx, params.id)

// ── Preparing ────────────────────────────────────────────────────────────────

/** Values that a change keeps when its body leaves them out. The SQL statement does that for the scoring. */
export const loadUnchanged: LoadUnchanged = async (ctx, { params }) => {
  const t = await readDetail(ctx, Number(params['id']))
  return {
    announcementHtml: t.announcementHtml,
    opensAt: t.opensAt,
    maxPriceFen: t.maxPriceFen,
    supplierIds: t.suppliers.map((s) => s.id),
    fileIds: t.documents.map((d) => d.id),
  }
}

/** Refuses an old revision, so that a colleague's newer draft is neither overwritten nor announced unseen. */
const refuseOld = (ctx: Ctx, t: TenderDetail, revision: number | null | undefined) =>
  refuseUnseen(ctx, '采购项目', t, revision, async () => (await tenders.trailOf(ctx, t)).history)

export async function change(
  ctx: Ctx,
  { params, body: { fileIds, revision, ...body } }: Parsed<typeof tenderCalls.change>,
) {
  const loaded = await loadToRun(ctx, params.id, 'hold')
  const t = loaded.row
  tenderFlow.admit(t.state, 'change', loaded.roles)
  await refuseOld(ctx, t, revision)
  if (body.maxPriceFen !== null && body.maxPriceFen > t.budgetFen)
    throw refuseField('maxPriceFen', tenderRefusals.MAX_OVER_BUDGET, 'MAX_OVER_BUDGET')
  const announcementHtml = cleanHtml(body.announcementHtml)
  await tenders.take(ctx, loaded, 'change', { changes: { draft: { ...body, announcementHtml } } })
  await file.keepPictures(ctx, announcementHtml, PICTURES, t.id, 'announcementHtml')
  await file.replaceFiles(ctx, fileIds, DOCUMENTS, t.id)
  return readDetail(ctx, t.id)
}

export async function attach(ctx: Ctx) {
  const upload = ctx.requireFile()
  return file.showAttachment(await file.keep(ctx, upload, { business: DOCUMENTS, visibility: 'private' }))
}

export async function publish(ctx: Ctx, { params, body }: Parsed<typeof tenderCalls.announce>) {
  // Locked, so that what is checked here is what is published.
  const loaded = await loadToRun(ctx, params.id, 'hold')
  tenderFlow.admit(loaded.row.state, 'announce', loaded.roles)
  await refuseOld(ctx, loaded.row, body.revision)
  await publishTender(ctx, loaded)
  return readDetail(ctx, params.id)
}
export async function open(ctx: Ctx, { params }: Parsed<typeof tenderCalls.open>) {
  await openTender(ctx, await loadToRun(ctx, params.id))
  return readDetail(ctx, params.id)
}

/** Announces several drafts, or opens several tenders that are due. */
export const takeSeveral = (ctx: Ctx, { body: { items, step } }: Parsed<typeof tenderCalls.take>) =>
  tenders.eachOf(ctx, items, (loaded) => {
    requireOther(ctx, loaded.row)
    return step === 'announce' ? publishTender(ctx, loaded) : openTender(ctx, loaded)
  })

export async function failTender(ctx: Ctx, { params, body: { reason } }: Parsed<typeof tenderCalls.fail>) {
  await tenders.take(ctx, await loadToRun(ctx, params.id), 'fail', { reason })
  return readDetail(ctx, params.id)
}

// ── As a file ────────────────────────────────────────────────────────────────

export const exportResults = exported('成交结果', listResults, [
  { header: '招标编号', width: 16, value: (r) => r.number },
  { header: '名称', width: 40, value: (r) => r.title },
  { header: '采购方式', width: 14, value: (r) => tenderMethodWords[r.method] },
  { header: '成交供应商', width: 30, value: (r) => r.supplier },
  { header: '成交金额（元）', money: true, value: (r) => r.amountFen / 100 },
  { header: '成交时间', width: 18, value: (r) => r.awardedAt },
])
