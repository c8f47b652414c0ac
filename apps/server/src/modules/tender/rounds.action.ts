import { tenderMethods, tenderNumber, type TenderMethod } from '@portal/contract/tender/tender'
import type { Ctx } from '../../kernel/ctx.ts'
import type { EventMap } from '../../kernel/events.ts'
import { tell } from '../../kernel/outbox.store.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import type {} from '../supplier/supplier.events.ts'
import { beginRound, tenders } from './tender.process.ts'
import * as store from './tender.store.ts'

// Events of a purchase begin and end its tenders.

const isTendered = (method: string): method is TenderMethod =>
  (tenderMethods as readonly string[]).includes(method)

/** A purchase is approved for buying: begins a tender, if its method requires one. */
export async function beginTender(
  ctx: Ctx,
  { purchaseId, method }: { purchaseId: number; method: string },
): Promise<void> {
  if (!isTendered(method) || (await store.findLive(ctx.db, purchaseId)) !== undefined) return
  const title = await purchase.readTitle(ctx, purchaseId)
  const numbers = await dictionary.readNumbers(ctx, [
    'tender_min_quotations',
    'tender_committee_size',
    'tender_committee_large_size',
    'tender_price_points',
    'tender_commercial_points',
  ])
  await beginRound(ctx, {
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

/** The live tender of a purchase, loaded as the system. */
async function loadLive(ctx: Ctx, purchaseId: number) {
  const id = await store.findLive(ctx.db, purchaseId)
  return id === undefined ? undefined : tenders.loadAsSystem(ctx, id)
}

/** The purchase was cancelled: cancels its live tender. */
export async function cancelTender(
  ctx: Ctx,
  { purchaseId, reason }: { purchaseId: number; reason: string },
): Promise<void> {
  const live = await loadLive(ctx, purchaseId)
  if (live) await tenders.take(ctx, live, 'cancel', { reason })
}

/** The award was voided: the tender fails and another round begins. */
export async function failTender(
  ctx: Ctx,
  { purchaseId, reason }: { purchaseId: number; reason: string },
): Promise<void> {
  const live = await loadLive(ctx, purchaseId)
  if (live?.row.state === 'awarded') await tenders.take(ctx, live, 'fail', { reason })
}

/** A supplier may no longer be bought from: tells the tendering office which tenders it takes part in. */
export async function warnOfStop(
  ctx: Ctx,
  { supplierId, name, reason }: EventMap['supplier.stopped'],
): Promise<void> {
  const found = await store.listWithSupplier(ctx.db, supplierId)
  const [first] = found
  if (!first) return
  const which = found.map((t) => `${t.title}（${tenderNumber(t.id)}）`).join('、')
  await tell(ctx, {
    role: { role: 'tender_office' },
    kind: 'tender',
    title: '供应商不能再参加采购',
    body: `${name}：${reason}。它参加的采购：${which}。在恢复资格前，它不能报价和成交，也不计入邀请家数。`,
    link: found.length === 1 ? `/osp/subscribe/invitation?id=${first.id}` : '/osp/subscribe/invitation',
  })
}
