import type { Copier } from '../bulk.ts'
import { castId } from '../campus/labs.ts'
import type { Card, User } from '../campus/model.ts'
import { Random } from '../random.ts'
import { dayNumber, type Journal } from './journal.ts'
import { settlementTeller, type Proof, type SettlementEnd, type SettlementPlan } from './settlement.ts'
import type { Order } from './test-order.ts'

/** Hours on average between the confirmation of a test order and the start of its settlement. */
const HOURS_UNTIL_PAID = 40
const MOST_TOGETHER = 4
const ends: readonly (readonly [weight: number, SettlementEnd])[] = [
  [940, 'settled'],
  [20, 'refused'],
  [15, 'cancelled'],
  [1, 'asked_back'],
  [12, 'reversed'],
  [2, 'refunded'],
]

/** Cards by owner and by the people to whom they are lent. */
export interface Wallet {
  owned(userId: number): readonly Card[]
  granted(userId: number): readonly { card: Card; perUseLimitFen: number | null }[]
}
export function makeWallet(cards: readonly Card[]): Wallet {
  const owned = Map.groupBy(cards, (c) => c.ownerId)
  const granted = Map.groupBy(
    cards.flatMap((card) => card.grants.map((g) => ({ ...g, card }))),
    (g) => g.userId,
  )
  return { owned: (id) => owned.get(id) ?? [], granted: (id) => granted.get(id) ?? [] }
}

/**
 * Confirmed test orders wait here until their payer settles several of them together; memory holds waiting
 * orders only.
 */
export function payingQueue(
  copier: Copier,
  journal: Journal,
  people: readonly User[],
  wallet: Wallet,
  proof: Proof,
) {
  const random = new Random('paying')
  const finance = people[castId('finance') - 1]! // ids start at 1
  // same numbering
  const tell = settlementTeller(copier, people, finance, people[castId('sysadmin') - 1]!, proof)
  const orderRows = copier.table('test_order', [
    'id',
    'booking_id',
    'device_id',
    'lab_id',
    'booker_id',
    'payer_id',
    'state',
    'state_at',
    'actual',
    'sample_count',
    'bill',
    'total_fen',
    'result',
    'reason',
    'filled_by',
    'confirmed_at',
    'confirmed_by_system',
    'settlement_id',
    'created_at',
    'version',
  ])
  const versionRows = copier.table('test_order_version', [
    'test_order_id',
    'version',
    'actual',
    'sample_count',
    'outcomes',
    'bill',
    'total_fen',
    'result',
    'filled_by',
    'confirmed_at',
    'confirmed_by_system',
    'corrected_by',
    'corrected_at',
    'reason',
  ])
  const itemRows = copier.table('settlement_item', ['settlement_id', 'test_order_id', 'amount_fen'])
  const dueOn = new Map<number, { order: Order; at: Date }[]>()
  const open = new Map<string, Set<Order>>()
  const findGroup = (o: Order) => `${o.facts.payer.id} ${o.facts.device.lab.id}`

  function write(o: Order): void {
    const { facts: f, actual } = o
    orderRows.add({
      id: o.id,
      booking_id: f.id,
      device_id: f.device.id,
      lab_id: f.device.lab.id,
      booker_id: f.booker.id,
      payer_id: f.payer.id,
      state: o.state,
      state_at: o.since,
      actual: actual && `[${actual.from.toISOString()},${actual.to.toISOString()})`,
      sample_count: o.samples,
      bill: { json: o.bill },
      total_fen: o.totalFen,
      result: o.result,
      reason: o.reason,
      filled_by: o.filledById,
      confirmed_at: o.confirmedAt,
      confirmed_by_system: o.confirmedBySystem,
      settlement_id: o.settlementId,
      created_at: o.createdAt,
      version: o.version,
    })
    for (const v of o.versions) {
      versionRows.add({
        test_order_id: o.id,
        version: v.version,
        actual: actual && `[${actual.from.toISOString()},${actual.to.toISOString()})`,
        sample_count: o.samples,
        outcomes: { json: [] },
        bill: { json: v.bill },
        total_fen: v.totalFen,
        result: o.result,
        filled_by: o.filledById,
        confirmed_at: v.confirmedAt,
        confirmed_by_system: false,
        corrected_by: v.correctedById,
        corrected_at: v.correctedAt,
        reason: v.reason,
      })
    }
    for (const id of o.settlementIds)
      itemRows.add({ settlement_id: id, test_order_id: o.id, amount_fen: o.totalFen })
  }
  function schedule(order: Order, from: Date): void {
    const at = journal.after(from, HOURS_UNTIL_PAID, random)
    const day = journal.dayOf(at)
    const due = dueOn.get(day)
    if (due) due.push({ order, at })
    else dueOn.set(day, [{ order, at }])
    const group = findGroup(order)
    open.set(group, (open.get(group) ?? new Set()).add(order))
  }
  function pay(orders: readonly Order[], at: Date): void {
    const plan = planFor(orders)
    const freedAt = tell(journal, orders, at, plan, random)
    for (const order of orders) {
      open.get(findGroup(order))?.delete(order)
      if (freedAt) schedule(order, freedAt)
      else write(order)
    }
  }
  /** Most pay with a card of their own, some with a lent one, some with two; people from outside by bank. */
  function planFor(orders: readonly Order[]): SettlementPlan {
    const { payer, booker } = orders[0]!.facts // a settlement has at least one order
    const totalFen = orders.reduce((sum, o) => sum + o.totalFen, 0)
    const end = random.weighted(ends)
    const own = wallet.owned(payer.id)
    const lent = [booker, payer].flatMap((user) =>
      wallet
        .granted(user.id)
        .filter((g) => g.perUseLimitFen === null || g.perUseLimitFen >= totalFen)
        .map(({ card }) => ({ starter: user, card })),
    )
    if (lent.length && random.chance(0.4)) {
      const { starter, card } = random.pick(lent)
      return { starter, shares: [{ card, amountFen: totalFen }], end: end === 'cancelled' ? 'settled' : end }
    }
    if (own.length === 0 || random.chance(0.05)) return { starter: payer, shares: [], end }
    const [first, second] = own as [Card, Card?]
    const part = second && totalFen > 100 && random.chance(0.2) ? Math.floor(totalFen / 3) : 0
    const shares = [
      { card: first, amountFen: totalFen - part },
      ...(second && part ? [{ card: second, amountFen: part }] : []),
    ]
    return { starter: payer, shares, end: end === 'cancelled' ? 'settled' : end }
  }

  return {
    /** Adds an order: confirmed ones wait for a settlement, others are written as they are. */
    add(order: Order): void {
      if (order.state === 'confirmed' && order.confirmedAt) schedule(order, order.confirmedAt)
      else write(order)
    },
    /** Settles orders as planned and writes them. */
    settle(as: Journal, orders: readonly Order[], plan: { at: Date } & SettlementPlan): void {
      tell(as, orders, plan.at, plan, random)
      orders.forEach(write)
    },
    write,
    /** Starts the settlements due on this campus day. */
    settleDay(day: string): void {
      const key = dayNumber(day)
      for (const { order, at } of dueOn.get(key) ?? []) {
        const group = open.get(findGroup(order))
        // Skips an order that was paid with others before its turn; if it was released again, it is scheduled
        // again.
        if (!group?.has(order) || order.since > at || at > journal.now) continue
        pay([order, ...[...group].filter((o) => o !== order && o.since <= at)].slice(0, MOST_TOGETHER), at)
      }
      dueOn.delete(key)
    },
    /** Writes the orders that are not paid yet. */
    finish(): void {
      for (const group of open.values()) group.forEach(write)
    },
  }
}
