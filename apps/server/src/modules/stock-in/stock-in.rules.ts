import type { Reason } from '@portal/contract/kernel/envelope'
import { formatYuan } from '@portal/contract/kernel/money'
import { isForeignRoom } from '@portal/contract/lab/lab'
import type { PurchaseSource } from '@portal/contract/purchase/sources'
import { stockInRefusals, type Payment, type StockInState } from '@portal/contract/stock-in/stock-in'
import { foreignLabs, type Placed } from '../purchase/purchase.rules.ts'
import type { StockInProcess } from './stock-in.flow.ts'

export interface EnteredPiece {
  labId: number | null
  keeperId: number | null
  categoryId: number | null
  purpose: string | null
  funding: string | null
}
type Say = (field: string, code: keyof typeof stockInRefusals, detail?: string) => void
const sayer =
  (reasons: Reason[]): Say =>
  (field, code, detail = '') =>
    void reasons.push({ code, message: stockInRefusals[code] + detail, field })

/** A piece as it is kept, with what has become of its laboratory and its keeper since it was entered. */
export interface KeptPiece extends EnteredPiece {
  name: string
  lab: string | null
  labIsOpen: boolean | null
  keeper: string | null
  keeperIsHere: boolean | null
}
/**
 * Where the laboratory was closed or the keeper has left meanwhile. A form is long and its pieces are
 * alike, so that each is named.
 */
export function judgeStanding(pieces: readonly KeptPiece[]): Reason[] {
  const reasons: Reason[] = []
  const say = sayer(reasons)
  pieces.forEach((p, i) => {
    const which = `：第 ${i + 1} 台“${p.name}”，`
    if (p.labIsOpen === false) say(`pieces.${i}.labId`, 'LAB_UNKNOWN', which + p.lab)
    if (p.keeperIsHere === false) say(`pieces.${i}.keeperId`, 'KEEPER_UNKNOWN', which + p.keeper)
  })
  return reasons
}

/** What every piece has to say before it can become a device. */
export function judgePieces(pieces: readonly EnteredPiece[]): Reason[] {
  const reasons: Reason[] = []
  const say = sayer(reasons)
  pieces.forEach((p, i) => {
    if (p.labId === null) say(`pieces.${i}.labId`, 'PIECE_LAB')
    if (p.keeperId === null) say(`pieces.${i}.keeperId`, 'PIECE_KEEPER')
    if (p.categoryId === null) say(`pieces.${i}.categoryId`, 'PIECE_CATEGORY')
    if (p.purpose === null) say(`pieces.${i}.purpose`, 'PIECE_PURPOSE')
    if (p.funding === null) say(`pieces.${i}.funding`, 'PIECE_FUNDING')
  })
  return reasons
}

export interface Submitted {
  totalFen: number
  payment: Payment | null
  /** What it takes of each source of the purchase. */
  shares: readonly PurchaseSource[]
  pieces: readonly KeptPiece[]
  invoices: readonly { amountFen: number; issuedOn: string; fileId: string | null }[]
}
/**
 * The sources of a purchase pay in their order, each until its amount is used up; so every order takes its
 * own stretch of them, to the fen.
 */
export function listShares(
  sources: readonly PurchaseSource[],
  beforeFen: number,
  totalFen: number,
): PurchaseSource[] {
  let from = 0
  return sources.flatMap((s) => {
    const to = from + s.amountFen
    const amountFen = Math.min(to, beforeFen + totalFen) - Math.max(from, beforeFen)
    from = to
    return amountFen > 0 ? [{ ...s, amountFen }] : []
  })
}

/** Everything that speaks against handing it in now. Invoices add up to the contract, to the fen. */
export function judgeSubmission(s: Submitted, today: string): Reason[] {
  const reasons = [...judgePieces(s.pieces), ...judgeStanding(s.pieces)]
  const say = sayer(reasons)
  if (s.payment === null) say('payment', 'PAYMENT_MISSING')
  if (s.payment === 'card' && s.shares.every((x) => x.card === null)) say('payment', 'PAYMENT_CARD')
  if (s.invoices.length === 0) say('invoices', 'INVOICE_MISSING')
  s.invoices.forEach((v, i) => {
    if (v.issuedOn > today) say(`invoices.${i}.issuedOn`, 'INVOICE_FUTURE')
    if (v.fileId === null) say(`invoices.${i}.fileId`, 'INVOICE_FILE')
  })
  const sum = s.invoices.reduce((fen, v) => fen + v.amountFen, 0)
  if (s.invoices.length > 0 && sum !== s.totalFen)
    say('invoices', 'INVOICE_SUM', `：合同 ${formatYuan(s.totalFen)} 元，发票合计 ${formatYuan(sum)} 元`)
  return reasons
}

export interface PlacedIn {
  lab: string
  room: string
  roomId: number
  /** Those in which the laboratory says it works. */
  labRoomIds: number[]
}
export interface Places {
  labs: readonly Placed[]
  /** The requester's dept, those above and below it. */
  kin: ReadonlySet<number>
  rooms: readonly PlacedIn[]
}
/**
 * What stands against nothing and is often a slip. Once it is stored there is nothing left to look at again.
 */
export const listWarnings = (
  s: { state: StockInState; dept: string },
  { labs, kin, rooms }: Places,
): string[] =>
  s.state === 'stored'
    ? []
    : [
        ...foreignLabs('使用实验室', labs, s.dept, kin),
        ...rooms
          .filter((r) => isForeignRoom(r.roomId, r.labRoomIds))
          .map((r) => `存放房间“${r.room}”不在实验室“${r.lab}”登记的房间中，请核对`),
      ]

/** Has he handed it in, agreed to it, or does his card pay? Then he does not confirm it as finance. */
export const isSpender = (s: { spenderIds: readonly number[] }, userId: number): boolean =>
  s.spenderIds.includes(userId)

/** What a person is to a stock-in, whoever is awaited. */
export function findRoles(
  s: { requesterId: number },
  who: { userId: number; cashier: boolean },
): StockInProcess['role'][] {
  if (who.userId === s.requesterId) return ['requester']
  return who.cashier ? ['cashier'] : []
}
