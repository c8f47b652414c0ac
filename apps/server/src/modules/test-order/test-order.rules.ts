import { formatYuan } from '@portal/contract/kernel/money'
import {
  testOrderRefusals,
  type ProposalKind,
  type TestOrderState,
} from '@portal/contract/test-order/test-order'
import { refuse, type Refusal } from '../../kernel/refuse.ts'
import type { TestOrder } from './test-order.flow.ts'

/** Supporting documents of a write-off are attached to the order under this name. */
export const PAPERS = 'write_off'

/** A person's standing on the campus and towards one test order. */
export interface Standing {
  userId: number
  /** Labs and devices whose orders the person may see, and the labs they direct. */
  places: { labIds: readonly number[]; deviceIds: readonly number[]; directedLabIds: readonly number[] }
  /** Works for finance. */
  clerk: boolean
  /** Sees all of the campus: finance, and holders of the unrestricted permission. */
  seesAll: boolean
  /** Reviews its device or directs its lab. */
  keeps: boolean
  /** Money of one of the person's cards is frozen or used for it. */
  ownsCard: boolean
}

interface Parties {
  bookerId: number
  payerId: number
  labId: number
  settlementId: number | null
  lateCancel: boolean
  noShow: boolean
  proposed: ProposalKind | null
  proposedPayerId: number | null
  refundOpen: boolean
}
/** True if the person booked it or has to pay it. */
export const isOwn = (o: Pick<Parties, 'bookerId' | 'payerId'>, userId: number): boolean =>
  o.bookerId === userId || o.payerId === userId

/** The roles of a person on an order, regardless of pending tasks. */
export function findRoles(o: Parties, w: Standing): TestOrder['role'][] {
  const roles: TestOrder['role'][] = []
  // People must not correct their own bill, nor a paid one, nor a fee, which was named before it fell due.
  const own = isOwn(o, w.userId)
  if (w.keeps && !own && !o.lateCancel && !o.noShow && o.settlementId === null) roles.push('keeper')
  if (own && !o.refundOpen) roles.push('owner')
  if (w.clerk || w.places.directedLabIds.includes(o.labId)) roles.push(o.proposed ? 'proposer' : 'overseer')
  // Only the named person may accept the bill.
  if (o.proposed === 'payer' && o.proposedPayerId === w.userId) roles.push('new_payer')
  return roles
}

interface Seen {
  bookerId: number
  payerId: number
  proposedPayerId: number | null
  experimenterId: number
  labId: number
  deviceId: number
}
export const maySee = (o: Seen, w: Standing): boolean =>
  w.seesAll ||
  [o.bookerId, o.payerId, o.experimenterId, o.proposedPayerId].includes(w.userId) ||
  w.places.labIds.includes(o.labId) ||
  w.places.deviceIds.includes(o.deviceId) ||
  w.ownsCard

/** The roles that are asked at a step. */
const asked = ['reviewer', 'director', 'booker', 'payer', 'new_payer', 'writer_off'] as const
export const isAsked = (roles: ReadonlySet<TestOrder['role']>): boolean => asked.some((r) => roles.has(r))

interface Price {
  state: TestOrderState
  previousFen: number | null
  totalFen: number
  payerEnabled: boolean
}
/** True if a correction costs more than the last confirmed version. */
export const rises = (o: Price): boolean => o.previousFen !== null && o.totalFen > o.previousFen

/**
 * Refuses a rise that the payer cannot agree to: once the payer's account is closed, the price can rise only
 * for a new payer, who sees it first.
 */
export function judgeRise(o: Price): Refusal | undefined {
  if (!rises(o) || o.payerEnabled) return undefined
  const before = o.previousFen ?? 0
  const way = `${o.state === 'draft' ? '请先' : '请退回，由填写人'}按不高于更正前的 ${formatYuan(before)} 元提交`
  // An order with total 0 settles itself and has no payer to change.
  const further = before > 0 ? '，确认后由实验室主任或财务更换付款人，新付款人同意后再更正费用' : ''
  return refuse('PAYER_GONE', `${testOrderRefusals.PAYER_GONE}：${way}${further}`)
}
