import { settlementRefusals } from '@portal/contract/settlement/settlement'
import type { PayableOrder } from './settlement.rules.ts'

export interface Part<Order> {
  orders: Order[]
  totalFen: number
}

/**
 * The fewest settlements for these orders: of one payer and one lab
 * each, and of not too many orders; in the order they came.
 */
export function divide<Order extends Pick<PayableOrder, 'payerId' | 'labId' | 'totalFen'>>(
  orders: readonly Order[],
  most: number,
): Part<Order>[] {
  const byParties = Map.groupBy(orders, (o) => `${o.payerId} ${o.labId}`)
  return [...byParties.values()].flatMap((same) => {
    // The parts are of equal size, so that none is left with a single order.
    const parts = Math.ceil(same.length / most)
    const size = Math.ceil(same.length / parts)
    return Array.from({ length: parts }, (_, i) => same.slice(i * size, (i + 1) * size)).map((part) => ({
      orders: part,
      totalFen: part.reduce((sum, o) => sum + o.totalFen, 0),
    }))
  })
}

/** Why this order cannot be settled by that person, if it cannot. */
export function explainRefusal(
  o: Pick<PayableOrder, 'state' | 'payerId' | 'refundOpen'> & { bookerId: number },
  userId: number,
): string | null {
  if (o.payerId !== userId && o.bookerId !== userId) return settlementRefusals.NOT_YOURS
  if (o.state !== 'confirmed') return settlementRefusals.NOT_CONFIRMED
  return o.refundOpen ? settlementRefusals.REFUND_OPEN : null
}
