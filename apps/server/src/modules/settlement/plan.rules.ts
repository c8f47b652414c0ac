import { settlementRefusals } from '@portal/contract/settlement/settlement'
import type { PayableOrder } from './settlement.rules.ts'

export interface Part<Order> {
  orders: Order[]
  totalFen: number
}

/**
 * The fewest settlements for these orders: each has one payer, one
 * laboratory and at most `most` orders; orders keep their sequence.
 */
export function divide<Order extends Pick<PayableOrder, 'payerId' | 'labId' | 'totalFen'>>(
  orders: readonly Order[],
  most: number,
): Part<Order>[] {
  const byParties = Map.groupBy(orders, (o) => `${o.payerId} ${o.labId}`)
  return [...byParties.values()].flatMap((same) => {
    // Parts have equal size, so that no part is left with a single order.
    const parts = Math.ceil(same.length / most)
    const size = Math.ceil(same.length / parts)
    return Array.from({ length: parts }, (_, i) => same.slice(i * size, (i + 1) * size)).map((part) => ({
      orders: part,
      totalFen: part.reduce((sum, o) => sum + o.totalFen, 0),
    }))
  })
}

/** Why this person cannot settle this order; null if they can. */
export function explainRefusal(
  o: Pick<PayableOrder, 'state' | 'payerId' | 'refundOpen'> & { bookerId: number },
  userId: number,
): string | null {
  if (o.payerId !== userId && o.bookerId !== userId) return settlementRefusals.NOT_YOURS
  if (o.state !== 'confirmed') return settlementRefusals.NOT_CONFIRMED
  return o.refundOpen ? settlementRefusals.REFUND_OPEN : null
}
