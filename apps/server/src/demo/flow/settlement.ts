import { settlementNumber, type SettlementState } from '@portal/contract/settlement/settlement'
import { findLocal } from '../../kernel/time.ts'
import type { Copier } from '../bulk.ts'
import type { Card, User } from '../campus/model.ts'
import { settlementReasons } from '../campus/words.ts'
import type { Random } from '../random.ts'
import type { Actor, Journal } from './journal.ts'
import type { Order } from './test-order.ts'

/** How a settlement ends, or the step at which it waits. */
export type SettlementEnd =
  | 'settled'
  | 'card_owner'
  | 'remittance'
  | 'finance'
  | 'refused'
  | 'cancelled'
  | 'asked_back'
  | 'reversed'
  | 'refunded'
export interface SettlementPlan {
  starter: User
  /** Amounts by card; empty: paid offline. */
  shares: readonly { card: Card; amountFen: number }[]
  end: SettlementEnd
}
/** Returns the file id of a remittance's proof; null if there are no pictures. */
export type Proof = (settlementId: number) => string | null

const GIVEN_BACK: ReadonlySet<SettlementEnd> = new Set(['asked_back', 'reversed', 'refunded'])
/** Finance closes a month by the ninth of the next; some errors are found only after that. */
const CLOSED_BY_DAY = 9
const afterClosing = (at: Date): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, CLOSED_BY_DAY))
const HOURS = { card_owner: 14, remittance: 48, finance: 18, reversal: 20, refund: 30 }

/** Writes settlements and their effects on test orders and cards. */
export function settlementTeller(
  copier: Copier,
  people: readonly User[],
  finance: User,
  admin: User,
  proof: Proof,
) {
  const settlements = copier.table('settlement', [
    'id',
    'state',
    'state_at',
    'way',
    'starter_id',
    'payer_id',
    'lab_id',
    'total_fen',
    'voucher_number',
    'voucher_file_id',
    'remitter',
    'remitted_on',
    'reason',
    'settled_at',
    'settled_by',
    'reversed_by',
    'refund_number',
    'refunded_on',
    'refunded_by',
    'refunded_at',
    'created_at',
  ])
  let lastId = 0

  const shareRows = copier.table('settlement_share', [
    'settlement_id',
    'card_id',
    'amount_fen',
    'owner_approved_at',
  ])

  /** Returns when its orders were released for another settlement; null: not released. */
  return (
    journal: Journal,
    orders: readonly Order[],
    createdAt: Date,
    plan: SettlementPlan,
    random: Random,
  ): Date | null => {
    const id = ++lastId
    const { starter, shares, end } = plan
    // The clerk who received the money may not also approve its return.
    const clerk = GIVEN_BACK.has(end) ? admin : finance
    const { facts } = orders[0]! // a settlement has at least one order
    const { payer, device } = facts
    const totalFen = orders.reduce((sum, o) => sum + o.totalFen, 0)
    const offline = shares.length === 0
    const what = `${payer.name} 的结算单 ${settlementNumber(id)}`
    let agreedAt: Date | null = null
    const owner = shares.map((s) => people[s.card.ownerId - 1]).find((o) => o && o.id !== starter.id)
    const row: {
      state: SettlementState | null
      since: Date
      reason: string | null
      settledAt: Date | null
      remittedOn: string | null
      refundedAt: Date | null
    } = {
      state: null,
      since: createdAt,
      reason: null,
      settledAt: null,
      remittedOn: null,
      refundedAt: null,
    }
    const go = (on: string, to: SettlementState, by: Actor, at: Date, reason: string | null = null) => {
      journal.step('settlement', id, { on, from: row.state, to, by, at, reason })
      Object.assign(row, { state: to, since: at, reason })
    }
    const moveOrders = (
      on: string,
      to: Order['state'],
      by: Actor,
      at: Date,
      reason: string | null = null,
    ) => {
      for (const order of orders) {
        journal.step('test_order', order.id, { on, from: order.state, to, by, at, reason })
        Object.assign(order, { state: to, since: at, settlementId: to === 'confirmed' ? null : id })
        if (on === 'take') order.settlementIds.push(id)
      }
    }
    const moveCards = (kind: 'freeze' | 'release' | 'deduct' | 'reverse', at: Date) => {
      for (const { card, amountFen } of shares) {
        journal.move({
          cardId: card.id,
          kind,
          amountFen,
          business: 'settlement',
          rowId: id,
          userId: starter.id,
          note: `结算单 ${settlementNumber(id)}`,
          at,
        })
      }
    }
    /** One step that asks a person. Returns when it was done; null: it waits. */
    const ask = (
      step: Exclude<keyof typeof HOURS, 'refund'>,
      by: User,
      taken: 'approved' | 'refused' = 'approved',
      reason: string | null = null,
    ): Date | null => {
      const at = journal.after(row.since, HOURS[step], random)
      const waits = end === step || (end === 'asked_back' && step === 'reversal') || at > journal.now
      const person = step === 'card_owner' || step === 'remittance'
      journal.task({
        business: 'settlement',
        rowId: id,
        step,
        role: person ? 'person' : 'finance',
        ...(person && { userId: by.id }),
        labId: device.lab.id,
        deviceId: null,
        deptId: device.lab.deptId,
        userType: payer.userType,
        requesterId: step === 'remittance' ? null : step === 'reversal' ? payer.id : starter.id,
        title: `${step === 'finance' ? (offline ? '确认到账' : '财务扣款') : titles[step]}：${what}`,
        amountFen: totalFen,
        since: row.since,
        ...(!waits && { done: { outcome: taken, by, at, reason } }),
      })
      return waits ? null : at
    }

    go(
      'create',
      offline ? 'awaiting_remittance' : owner ? 'awaiting_card_owner' : 'awaiting_finance',
      starter,
      createdAt,
    )
    moveOrders('take', 'in_settlement', starter, createdAt)
    freeHolds(journal, orders, createdAt)
    moveCards('freeze', createdAt)
    const freedAt = untilEnd()
    settlements.add({
      id,
      state: row.state,
      state_at: row.since,
      way: offline ? 'offline' : 'fund_card',
      starter_id: starter.id,
      payer_id: payer.id,
      lab_id: device.lab.id,
      total_fen: totalFen,
      voucher_number: row.remittedOn && `HK${String(10_000_000 + id)}`,
      voucher_file_id: row.remittedOn && proof(id),
      remitter: row.remittedOn && (payer.organization ?? payer.name),
      remitted_on: row.remittedOn,
      reason: row.reason,
      settled_at: row.settledAt,
      settled_by: row.settledAt && clerk.id,
      reversed_by: row.state === 'reversed' || row.state === 'refunded' ? finance.id : null,
      refund_number: row.refundedAt && `TK${String(20_000_000 + id)}`,
      refunded_on: row.refundedAt && findLocal(row.refundedAt, journal.zone).day,
      refunded_by: row.refundedAt && finance.id,
      refunded_at: row.refundedAt,
      created_at: createdAt,
    })
    for (const { card, amountFen } of shares) {
      shareRows.add({
        settlement_id: id,
        card_id: card.id,
        amount_fen: amountFen,
        owner_approved_at: card.ownerId === starter.id ? createdAt : agreedAt,
      })
    }
    return freedAt

    function untilEnd(): Date | null {
      if (owner) {
        const reason = end === 'refused' ? random.pick(settlementReasons) : null
        const agreed = ask('card_owner', owner, reason ? 'refused' : 'approved', reason)
        if (!agreed) return null
        if (reason) return backOut('refuse', 'refused', owner, agreed, reason)
        agreedAt = agreed
        go('agree', 'awaiting_finance', owner, agreed)
      }
      if (offline) {
        if (end === 'cancelled') return cancel()
        const remitted = ask('remittance', starter)
        if (!remitted) return null
        row.remittedOn = findLocal(remitted, journal.zone).day
        go('remit', 'awaiting_finance', starter, remitted)
      }
      const reason = end === 'refused' ? random.pick(settlementReasons) : null
      const decided = ask('finance', clerk, reason ? 'refused' : 'approved', reason)
      if (!decided) return null
      if (reason) return backOut('refuse', 'refused', finance, decided, reason)
      moveCards('deduct', decided)
      moveOrders('settle', 'settled', clerk, decided)
      row.settledAt = decided
      go(offline ? 'receive' : 'deduct', 'settled', clerk, decided)
      return GIVEN_BACK.has(end) ? reverse() : null
    }
    function reverse(): Date | null {
      const found = id % 3 === 0 && !journal.prompt ? afterClosing(row.since) : row.since
      const asked = journal.after(found, HOURS.reversal, random)
      if (asked > journal.now) return null
      const reason = offline ? '付款单位有误，重新汇款' : random.pick(settlementReasons)
      go('ask_reversal', 'awaiting_reversal', payer, asked, reason)
      const agreed = ask('reversal', finance)
      if (!agreed) return null
      moveCards('reverse', agreed)
      moveOrders('reopen', 'confirmed', finance, agreed)
      go('reverse', 'reversed', finance, agreed)
      return offline ? refund(agreed) : agreed
    }
    /** Returns when remitted money was paid back; until then the orders cannot be settled again. */
    function refund(reversedAt: Date): Date | null {
      const at = journal.after(reversedAt, HOURS.refund, random)
      if (end !== 'refunded' || at > journal.now) return null
      row.refundedAt = at
      go('refund', 'refunded', finance, at, null)
      return at
    }
    function cancel(): Date | null {
      const at = journal.after(row.since, HOURS.remittance, random)
      const task = {
        business: 'settlement',
        rowId: id,
        step: 'remittance',
        role: 'person',
        userId: starter.id,
        labId: device.lab.id,
        deviceId: null,
        deptId: device.lab.deptId,
        userType: payer.userType,
        requesterId: null,
        title: `${titles.remittance}：${what}`,
        amountFen: totalFen,
        since: row.since,
      } as const
      if (at > journal.now) {
        journal.task(task)
        return null
      }
      const reason = '改用经费卡结算'
      journal.task({ ...task, done: { outcome: 'withdrawn', by: starter, at, reason } })
      return backOut('cancel', 'cancelled', starter, at, reason)
    }
    function backOut(on: string, to: SettlementState, by: User, at: Date, reason: string): Date {
      moveCards('release', at)
      moveOrders('release', 'confirmed', by, at, reason)
      go(on, to, by, at, reason)
      return at
    }
  }

  /** Releases what was frozen at booking, before the settlement freezes its own sums. */
  function freeHolds(journal: Journal, orders: readonly Order[], at: Date): void {
    for (const { heldFen, facts } of orders) {
      if (heldFen === 0 || facts.cardId === null) continue
      journal.move({
        cardId: facts.cardId,
        kind: 'release',
        amountFen: heldFen,
        business: 'booking',
        rowId: facts.id,
        userId: facts.payer.id,
        note: `预约 ${facts.device.name} 解冻`,
        at,
      })
    }
    for (const order of orders) order.heldFen = 0
  }
}

const titles = { card_owner: '审批经费卡支出', remittance: '登记汇款', reversal: '审批冲正' }
