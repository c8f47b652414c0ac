import { fundCardRefusals } from '@portal/contract/fund-card/fund-card'
import type { Parsed } from '@portal/contract/kernel/call'
import {
  settlementNumber,
  settlementRefusals,
  type PayWay,
  type SettlementBody,
  type SettlementState,
  type settlementCalls,
} from '@portal/contract/settlement/settlement'
import { testOrderNumber } from '@portal/contract/test-order/test-order'
import type { Ctx } from '../../kernel/ctx.ts'
import { Refusal, refuse, refuseField } from '../../kernel/refuse.ts'
import * as booking from '../booking/booking.service.ts'
import * as fundCard from '../fund-card/fund-card.service.ts'
import * as testOrder from '../test-order/test-order.service.ts'
import { copyLast } from './invoice.store.ts'
import { flowOf } from './settlement.flow.ts'
import { settlements } from './settlement.process.ts'
import { judgeOrders, judgeShares, type PayableOrder, type Share } from './settlement.rules.ts'
import * as store from './settlement.store.ts'
import { showAgain } from './show.action.ts'

interface Prepared {
  orders: (PayableOrder & { bookingId: number; version: number })[]
  payerId: number
  labId: number
  totalFen: number
  /** In the order of card ids, each with its field of the form. */
  shares: (Share & { approved: boolean; field: string })[]
}

/** Locks cards and orders, and refuses orders that cannot be settled together or with these shares. */
async function prepare(ctx: Ctx, body: SettlementBody): Promise<Prepared> {
  // Whatever moves money locks the cards before the orders.
  await fundCard.lockCards(
    ctx,
    body.shares.map((s) => s.cardId),
    { business: 'booking', rowIds: await testOrder.listBookings(ctx, body.testOrderIds) },
  )
  const orders = await testOrder.lockPayable(ctx, body.testOrderIds)
  const mine = orders.every((o) => o.payerId === ctx.me.id || o.bookerId === ctx.me.id)
  ctx.allow(orders.length === body.testOrderIds.length && mine, settlementRefusals.NOT_YOURS)
  const [first] = orders
  const totalFen = orders.reduce((sum, o) => sum + o.totalFen, 0)
  if (body.totalFen !== undefined && body.totalFen !== totalFen)
    throw refuse('TOTAL_CHANGED', settlementRefusals.TOTAL_CHANGED, { status: 409 })
  const refusal = judgeOrders(orders) ?? judgeShares(body.way, body.shares, totalFen)
  if (refusal) throw refusal
  if (!first) throw new Error('the contract asks for at least one')
  return {
    orders,
    payerId: first.payerId,
    labId: first.labId,
    totalFen,
    shares: await withOwners(ctx, body.shares),
  }
}

/** Adds the owners of the cards. A starter who pays with an own card has approved that share. */
async function withOwners(ctx: Ctx, shares: readonly Share[]): Promise<Prepared['shares']> {
  const cards = new Map(
    (
      await fundCard.listCardNames(
        ctx,
        shares.map((s) => s.cardId),
      )
    ).map((c) => [c.id, c]),
  )
  const owned = shares.map((share, i) => {
    const card = cards.get(share.cardId)
    const field = `shares.${i}.cardId`
    if (!card) throw refuseField(field, fundCardRefusals.CARD_MISSING, 'CARD_MISSING')
    return { ...share, field, approved: card.ownerId === ctx.me.id }
  })
  return owned.toSorted((a, b) => a.cardId - b.cardId)
}

/**
 * Releases what the bookings held and freezes the shares in one
 * transaction, so that no one else can spend this money in between.
 */
async function freezeShares(ctx: Ctx, settlementId: number, { orders, shares }: Prepared): Promise<void> {
  await booking.releaseHolds(
    ctx,
    orders.map((o) => o.bookingId),
  )
  const [first] = orders
  const others = orders.length > 1 ? ` 等 ${orders.length} 份` : ''
  const what = `结算测试单 ${first ? testOrderNumber(first.id) : ''}${others}`
  const wanted = { person: ctx.me, what }
  for (const { cardId, amountFen, field } of shares) {
    try {
      await fundCard.freeze(ctx, {
        cardId,
        amountFen,
        userId: ctx.me.id,
        business: 'settlement',
        rowId: settlementId,
        note: `结算单 ${settlementNumber(settlementId)}`,
        wanted,
      })
    } catch (e) {
      throw e instanceof Refusal ? refuseField(field, e.message, e.code) : e
    }
  }
}

/** The owner of a card always has to agree, whatever the policy says. */
function chooseFirst(way: PayWay, shares: Prepared['shares']): SettlementState {
  if (way === 'offline') return 'awaiting_remittance'
  return shares.every((h) => h.approved) ? 'awaiting_finance' : 'awaiting_card_owner'
}

export async function create(ctx: Ctx, { body }: Parsed<typeof settlementCalls.create>) {
  const prepared = await prepare(ctx, body)
  const { id } = await settlements.begin(ctx, flowOf[body.way], 'create', {
    by: ['starter'],
    to: chooseFirst(body.way, prepared.shares),
    add: (state) => add(ctx, body, prepared, state),
  })
  return showAgain(ctx, id)
}

/** Writes the settlement, its orders, shares and invoice: all or nothing. */
async function add(
  ctx: Ctx,
  { way, remark, testOrderIds }: SettlementBody,
  prepared: Prepared,
  state: SettlementState,
): Promise<number> {
  const settlementId = await store.add(ctx, { ...prepared, state, way, remark, items: prepared.orders })
  const entered = await testOrder.enterSettlement(ctx, testOrderIds, settlementId)
  if (entered !== testOrderIds.length)
    throw refuse('NOT_CONFIRMED', settlementRefusals.NOT_CONFIRMED, { status: 409 })
  await freezeShares(ctx, settlementId, prepared)
  if (way === 'offline') await copyLast(ctx, settlementId, prepared.payerId)
  return settlementId
}
