import { sourcingWords, tenderMethods, tenderNumber, type TenderMethod } from '@portal/contract/tender/tender'
import type { Ctx } from '../../kernel/ctx.ts'
import { logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { tell } from '../../kernel/outbox.store.ts'
import * as approval from '../approval/approval.service.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import * as supplier from '../supplier/supplier.service.ts'
import { DOCUMENTS } from './access.service.ts'
import * as quotations from './quotation.store.ts'
import { tenderFlow, type TenderRole } from './tender.flow.ts'
import * as store from './tender.store.ts'

// How a tender begins and ends, and what follows from it.

export const OF = 'tender'
export const tenderLink = (tenderId: number) => `/osp/subscribe/invitation?id=${tenderId}`
const SYSTEM: ReadonlySet<TenderRole> = new Set(['system'])

async function requireDetail(ctx: Ctx, tenderId: number): Promise<store.TenderDetail> {
  const t = await store.find(ctx.db, tenderId)
  if (!t) throw new Error('a tender is never removed')
  return t
}

/** A round to be prepared by the tendering office. */
async function draft(ctx: Ctx, about: store.New): Promise<void> {
  tenderFlow.judge(null, 'create', SYSTEM)
  const id = await store.add(ctx, about)
  if (about.after !== null) await file.copy(ctx, DOCUMENTS, about.after, id)
  await logStep(ctx, { business: OF, rowId: id, event: 'create', from: null, to: 'draft' })
  const t = await requireDetail(ctx, id)
  const what = `${t.title}（${tenderNumber(id)}，第 ${t.round} 轮）`
  await approval.openTask(ctx, {
    business: OF,
    rowId: id,
    step: 'prepare',
    role: 'tender_office',
    requesterId: t.requesterId,
    title: `编制${sourcingWords[t.method].name}：${what}`,
  })
  await tell(ctx, {
    role: { role: 'tender_office' },
    exceptUserId: ctx.actor?.id ?? null,
    kind: OF,
    title: `${sourcingWords[t.method].name}待编制`,
    body: `${what}待编制公告并发布。`,
    link: tenderLink(id),
    mail: true,
  })
}

/** The same once more, with its documents, to those who were invited before. */
export const draftNext = (ctx: Ctx, t: store.TenderDetail): Promise<void> =>
  draft(ctx, {
    purchaseId: t.purchaseId,
    method: t.method,
    title: t.title,
    announcementHtml: t.announcementHtml,
    minQuotations: t.minQuotations,
    committeeSize: t.committeeSize,
    scoring: t.scoring,
    pricePoints: t.pricePoints,
    commercialPoints: t.commercialPoints,
    maxPriceFen: t.maxPriceFen,
    after: t.id,
  })

const isTendered = (method: string): method is TenderMethod =>
  (tenderMethods as readonly string[]).includes(method)

/** A purchase is to be bought: where it has to be tendered, that begins. */
export async function sourcing(
  ctx: Ctx,
  { purchaseId, method }: { purchaseId: number; method: string },
): Promise<void> {
  if (!isTendered(method) || (await store.liveOf(ctx.db, purchaseId)) !== undefined) return
  const title = await purchase.titleOf(ctx, purchaseId)
  const numbers = await dictionary.numbersOf(ctx, [
    'tender_min_quotations',
    'tender_committee_size',
    'tender_committee_large_size',
    'tender_price_points',
    'tender_commercial_points',
  ])
  await draft(ctx, {
    purchaseId,
    method,
    title,
    announcementHtml: '',
    minQuotations: Math.min(Math.max(1, numbers.tender_min_quotations), 20),
    after: null,
    committeeSize:
      method === 'invited' || method === 'public'
        ? numbers.tender_committee_large_size
        : numbers.tender_committee_size,
    scoring: method === 'comparison' ? 'lowest' : 'points',
    pricePoints: numbers.tender_price_points,
    commercialPoints: numbers.tender_commercial_points,
    maxPriceFen: null,
  })
}

/** Ends what is live of a purchase, whatever state it is in. Answers it as it was. */
async function end(
  ctx: Ctx,
  purchaseId: number,
  event: 'cancel' | 'fail',
  reason: string,
): Promise<store.TenderDetail | undefined> {
  const id = await store.liveOf(ctx.db, purchaseId)
  if (id === undefined) return undefined
  const t = await requireDetail(ctx, id)
  const { to } = tenderFlow.judge(t.state, event, SYSTEM, { reason })

  if (!(await store.step(ctx, id, { from: t.state, to, reason }))) throw await tooLate(ctx, OF, id)
  await logStep(ctx, { business: OF, rowId: id, event, from: t.state, to, reason })
  await approval.closeTask(ctx, { business: OF, rowId: id }, 'withdrawn', reason)
  return t
}

/** The purchase was given up. */
export async function cancelled(
  ctx: Ctx,
  { purchaseId, reason }: { purchaseId: number; reason: string },
): Promise<void> {
  const t = await end(ctx, purchaseId, 'cancel', reason)
  if (t?.announcedAt)
    await tellSuppliers(ctx, t, `${sourcingWords[t.method].name}已取消`, `“${t.title}”已取消。`)
}

/** The contract did not come about: another round. */
export async function awardVoided(
  ctx: Ctx,
  { purchaseId, reason }: { purchaseId: number; reason: string },
): Promise<void> {
  const id = await store.liveOf(ctx.db, purchaseId)
  const live = id === undefined ? undefined : await requireDetail(ctx, id)
  if (live?.state !== 'awarded') return
  await end(ctx, purchaseId, 'fail', reason)
  await tellSuppliers(ctx, live, '成交作废', `“${live.title}”的成交结果作废，将重新组织采购。`)
  await draftNext(ctx, live)
}

/** Everybody who was invited or has quoted. */
export async function tellSuppliers(ctx: Ctx, t: { id: number }, title: string, body: string): Promise<void> {
  const [invited, bidders] = [await store.invited(ctx.db, t.id), await quotations.bidders(ctx.db, t.id)]
  const ids = new Set([...invited.map((s) => s.id), ...bidders.map((b) => b.supplierId)])
  for (const id of ids) await tellSupplier(ctx, t.id, id, title, body)
}
export async function tellSupplier(
  ctx: Ctx,
  tenderId: number,
  supplierId: number,
  title: string,
  body: string,
): Promise<void> {
  const userIds = await supplier.usersOf(ctx, supplierId)
  if (userIds.length)
    await tell(ctx, { userIds, kind: OF, title, body, link: tenderLink(tenderId), mail: true })
}
