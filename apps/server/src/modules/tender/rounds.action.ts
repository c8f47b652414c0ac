import { tenderMethods, tenderNumber, type TenderMethod } from '@portal/contract/tender/tender'
import type { Ctx } from '../../kernel/ctx.ts'
import type { EventMap } from '../../kernel/events.ts'
import { tell } from '../../kernel/outbox.store.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import type {} from '../supplier/supplier.events.ts'
import { beginRound, tenders } from './tender.process.ts'
import * as store from './tender.store.ts'

// What becomes of a purchase begins and ends its tenders.

const isTendered = (method: string): method is TenderMethod =>
  (tenderMethods as readonly string[]).includes(method)

/** A purchase is to be bought: where it has to be tendered, that begins. */
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

/** The one that is live of a purchase, in which the system acts. */
async function loadLive(ctx: Ctx, purchaseId: number) {
  const id = await store.findLive(ctx.db, purchaseId)
  return id === undefined ? undefined : tenders.loadAsSystem(ctx, id)
}

/** The purchase was given up. */
export async function cancelTender(
  ctx: Ctx,
  { purchaseId, reason }: { purchaseId: number; reason: string },
): Promise<void> {
  const live = await loadLive(ctx, purchaseId)
  if (live) await tenders.take(ctx, live, 'cancel', { reason })
}

/** The contract did not come about: another round. */
export async function failTender(
  ctx: Ctx,
  { purchaseId, reason }: { purchaseId: number; reason: string },
): Promise<void> {
  const live = await loadLive(ctx, purchaseId)
  if (live?.row.state === 'awarded') await tenders.take(ctx, live, 'fail', { reason })
}

/** A company may not be bought from any more: the office hears in which tenders it has to do without it. */
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
