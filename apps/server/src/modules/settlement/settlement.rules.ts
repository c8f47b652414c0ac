import { formatYuan } from '@portal/contract/kernel/money'
import { settlementRefusals, type PayWay, type SettlementState } from '@portal/contract/settlement/settlement'
import { refuse, refuseField, type Refusal } from '../../kernel/refuse.ts'
import { awaitedAt, isAwaiting, type SettlementRole } from './settlement.flow.ts'

export interface Share {
  cardId: number
  amountFen: number
}
export interface PayableOrder {
  id: number
  state: string
  payerId: number
  labId: number
  totalFen: number
  refundOpen: boolean
}

/** Why these orders cannot be settled together, if they cannot. */
export function judgeOrders(orders: readonly PayableOrder[]): Refusal | undefined {
  if (orders.some((o) => o.state !== 'confirmed'))
    return refuse('NOT_CONFIRMED', settlementRefusals.NOT_CONFIRMED, { status: 409 })
  if (orders.some((o) => o.refundOpen))
    return refuse('REFUND_OPEN', settlementRefusals.REFUND_OPEN, { status: 409 })
  if (new Set(orders.map((o) => o.payerId)).size > 1)
    return refuseField('testOrderIds', settlementRefusals.SEVERAL_PAYERS, 'SEVERAL_PAYERS')
  if (new Set(orders.map((o) => o.labId)).size > 1)
    return refuseField('testOrderIds', settlementRefusals.SEVERAL_LABS, 'SEVERAL_LABS')
  return undefined
}

/** Shares add up to the total, to the fen. */
export function judgeShares(way: PayWay, shares: readonly Share[], totalFen: number): Refusal | undefined {
  if (way === 'offline') return undefined
  const sum = shares.reduce((s, x) => s + x.amountFen, 0)
  if (sum === totalFen) return undefined
  return refuseField(
    'shares',
    `${settlementRefusals.SHARES_TOTAL}：应付 ${formatYuan(totalFen)} 元，已分配 ${formatYuan(sum)} 元`,
    'SHARES_TOTAL',
  )
}

/** Finance books what is about to be paid, and whatever came of it. */
export const mayPost = (s: { state: SettlementState }, roles: ReadonlySet<SettlementRole>): boolean =>
  roles.has('clerk') &&
  ['awaiting_finance', 'settled', 'awaiting_reversal', 'reversed', 'refunded'].includes(s.state)

export interface Standing {
  userId: number
  directedLabIds: readonly number[]
  clerk: boolean
  /** May act on the task that waits here. */
  actable: boolean
}
/** What a person is to a settlement. The awaited role belongs to exactly those who may act on the waiting task. */
export function rolesOf(
  s: { state: SettlementState; starterId: number; payerId: number; labId: number },
  who: Standing,
): Set<SettlementRole> {
  const roles = new Set<SettlementRole>()
  if (s.starterId === who.userId) roles.add('starter')
  if (s.payerId === who.userId) roles.add('payer')
  if (who.directedLabIds.includes(s.labId)) roles.add('director')
  if (who.clerk) roles.add('clerk')
  const awaited = who.actable && isAwaiting(s.state) ? awaitedAt[s.state].role : null
  if (awaited) roles.add(awaited)
  return roles
}
