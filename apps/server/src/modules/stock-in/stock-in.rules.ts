import type { Reason } from '@portal/contract/kernel/envelope'
import { formatYuan } from '@portal/contract/kernel/money'
import { isForeignRoom } from '@portal/contract/lab/lab'
import type { PurchaseSource } from '@portal/contract/purchase/sources'
import {
  isDomesticNumber,
  stockInRefusals,
  type Payment,
  type StockInState,
} from '@portal/contract/stock-in/stock-in'
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

/** A stored piece, with the present state of its laboratory and its keeper. */
export interface KeptPiece extends EnteredPiece {
  name: string
  lab: string | null
  labIsOpen: boolean | null
  keeper: string | null
  keeperIsHere: boolean | null
}
/**
 * Pieces whose laboratory was closed or whose keeper has left. Forms are long and pieces alike, so each is
 * named.
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

/** What every piece needs before it can become a device. */
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

const PAPER_DIGITS = 8
const DIGITAL_DIGITS = 20
/**
 * Numbers of domestic invoices that cannot be right. Number and code identify an invoice, so one on paper
 * must have its code and a digital one must have none: otherwise it could be reimbursed with and without it.
 */
export function judgeNumbers(invoices: readonly { number: string; code: string | null }[]): Reason[] {
  const reasons: Reason[] = []
  const say = sayer(reasons)
  invoices.forEach(({ number, code }, i) => {
    if (!isDomesticNumber(number)) say(`invoices.${i}.number`, 'INVOICE_NUMBER')
    else if (number.length === PAPER_DIGITS && code === null) say(`invoices.${i}.code`, 'INVOICE_CODE')
    else if (number.length === DIGITAL_DIGITS && code !== null) say(`invoices.${i}.code`, 'INVOICE_NO_CODE')
  })
  return reasons
}

export interface Submitted {
  totalFen: number
  contractFen: number
  payment: Payment | null
  /** The amounts it takes from the sources of the purchase. */
  shares: readonly PurchaseSource[]
  pieces: readonly KeptPiece[]
  invoices: readonly { amountFen: number; issuedOn: string; fileId: string | null }[]
}
/**
 * The sources of a purchase pay in their order, each until its amount is used up; every order takes its own
 * part of them, to the fen.
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

/** All reasons against submitting now. Invoices must add up to the order, to the fen. */
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
    say(
      'invoices',
      'INVOICE_SUM',
      `：本单 ${formatYuan(s.totalFen)} 元，发票合计 ${formatYuan(sum)} 元` +
        // Each order takes its own invoices, and the contract's other orders cannot use them again.
        (s.contractFen === s.totalFen
          ? ''
          : '。一张发票含合同中其他入库单的设备的，请供应商按入库单分开开票'),
    )
  return reasons
}

export interface PlacedIn {
  lab: string
  room: string
  roomId: number
  /** The rooms that the laboratory has registered. */
  labRoomIds: number[]
}
export interface Places {
  labs: readonly Placed[]
  /** The buying department and those above and below it. */
  kin: ReadonlySet<number>
  rooms: readonly PlacedIn[]
}
/**
 * Warnings that prevent nothing, but often show a slip. None once it is stored in, because then nothing can
 * change.
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

/**
 * Has this person submitted it, agreed to it, or does their card pay? Then they may not confirm it for
 * finance.
 */
export const isSpender = (s: { spenderIds: readonly number[] }, userId: number): boolean =>
  s.spenderIds.includes(userId)

/** A person's roles in a stock-in, apart from being awaited. */
export function findRoles(
  s: { requesterId: number },
  who: { userId: number; cashier: boolean },
): StockInProcess['role'][] {
  if (who.userId === s.requesterId) return ['requester']
  return who.cashier ? ['cashier'] : []
}
