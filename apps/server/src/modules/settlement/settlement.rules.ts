import { formatYuan } from '@portal/contract/kernel/money'
import { settlementRefusals, type PayWay, type SettlementState } from '@portal/contract/settlement/settlement'
import { refuse, refuseField, type Refusal } from '../../kernel/refuse.ts'
import type { Settlement } from './settlement.flow.ts'

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

/** Why these orders cannot be settled together; undefined if they can. */
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

/** Finance records a voucher for settlements that are about to be paid, and for those that were paid. */
export const mayPost = (s: { state: SettlementState }, roles: ReadonlySet<Settlement['role']>): boolean =>
  roles.has('clerk') &&
  ['awaiting_finance', 'settled', 'awaiting_reversal', 'reversed', 'refunded'].includes(s.state)

/** There is an invoice for what is remitted, unless nothing came of it. Cards are money of the campus. */
export const isInvoiced = (s: { way: PayWay; state: SettlementState }): boolean =>
  s.way === 'offline' && s.state !== 'refused' && s.state !== 'cancelled'
export const mayNameInvoice = (roles: ReadonlySet<Settlement['role']>): boolean =>
  roles.has('starter') || roles.has('payer')
export const mayIssueInvoice = (roles: ReadonlySet<Settlement['role']>): boolean => roles.has('clerk')

/** Numbers of a settlement's orders that need not be paid any more. */
export interface Undue {
  waived: number
  writtenOff: number
}
/** Says what has to be paid again after a reversal: neither waived fees nor bills that were written off. */
export function wordRest(orders: number, { waived, writtenOff }: Undue): string {
  const undue = waived + writtenOff
  if (undue === 0) return '测试单可重新结算'
  const how = [waived > 0 && '免除', writtenOff > 0 && '核销'].filter(Boolean).join('或')
  return undue === orders ? `费用已${how}，无需再付` : `${undue} 张测试单费用已${how}，其余可重新结算`
}

/** A person's posts, and whether they own a card of the settlement. */
export interface Standing {
  userId: number
  /** Labs whose settlements the person may see, and labs that they direct. */
  labIds: readonly number[]
  directedLabIds: readonly number[]
  /** Works for finance. */
  clerk: boolean
  /** Sees all settlements: finance, and holders of the unrestricted permission. */
  seesAll: boolean
  /** Owns one of the cards. */
  ownsCard: boolean
}
interface Parties {
  starterId: number
  payerId: number
  labId: number
}

/** A person's roles in a settlement, apart from those of a step that is waiting. */
export function findRoles(s: Parties, w: Standing): Settlement['role'][] {
  const roles: Settlement['role'][] = []
  if (s.starterId === w.userId) roles.push('starter')
  if (s.payerId === w.userId) roles.push('payer')
  if (w.directedLabIds.includes(s.labId)) roles.push('director')
  if (w.clerk) roles.push('clerk')
  return roles
}

/** Whether the person sees the whole settlement, including the cards of others. */
const isParty = (s: Parties, w: Standing): boolean =>
  w.seesAll || s.starterId === w.userId || s.payerId === w.userId || w.labIds.includes(s.labId)

export const maySee = (s: Parties, w: Standing): boolean => isParty(s, w) || w.ownsCard

/** A person who only owns one of the cards sees the shares of their own cards only. */
export const listVisibleShares = <S extends { ownerId: number }>(
  s: Parties,
  shares: readonly S[],
  w: Standing,
): S[] => shares.filter((h) => isParty(s, w) || !w.ownsCard || h.ownerId === w.userId)
