import type { Parsed } from '@portal/contract/kernel/call'
import {
  PLAN_ORDERS_MAX,
  SETTLEMENT_ORDERS_MAX,
  settlementRefusals,
  type settlementCalls,
} from '@portal/contract/settlement/settlement'
import { testOrderNumber } from '@portal/contract/test-order/test-order'
import type { Ctx } from '../../kernel/ctx.ts'
import * as testOrder from '../test-order/test-order.service.ts'
import { divide, explainRefusal } from './plan.rules.ts'

/**
 * How the wanted orders are divided into settlements. Another person
 * may settle some of them before it is done, so `create` checks again.
 */
export async function plan(
  ctx: Ctx,
  { query: { testOrderIds, ...wanted } }: Parsed<typeof settlementCalls.plan>,
) {
  const rows = await testOrder.findPayable(ctx, testOrderIds ?? null, wanted, PLAN_ORDERS_MAX + 1)
  const judged = rows.slice(0, PLAN_ORDERS_MAX).map((o) => ({ ...o, reason: explainRefusal(o, ctx.me.id) }))
  const found = new Set(rows.map((o) => o.id))
  const left = [
    ...judged.flatMap((o) => (o.reason === null ? [] : [{ id: o.id, reason: o.reason }])),
    ...(testOrderIds ?? [])
      .filter((id) => !found.has(id))
      .map((id) => ({ id, reason: settlementRefusals.NOT_YOURS })),
  ]
  return {
    groups: divide(
      judged.filter((o) => o.reason === null),
      SETTLEMENT_ORDERS_MAX,
    ).map(({ orders, totalFen }) => {
      const [{ payerId, payerName, labId, labName } = never()] = orders
      return {
        payer: { id: payerId, name: payerName },
        lab: { id: labId, name: labName },
        totalFen,
        orders: orders.map((o) => ({
          id: o.id,
          number: testOrderNumber(o.id),
          device: { id: o.deviceId, name: o.deviceName },
          booker: { id: o.bookerId, name: o.bookerName },
          startAt: o.startAt,
          totalFen: o.totalFen,
        })),
      }
    }),
    left: left.map((o) => ({ ...o, number: testOrderNumber(o.id) })),
    more: rows.length > PLAN_ORDERS_MAX,
  }
}
const never = (): never => {
  throw new Error('a part has at least one order')
}
