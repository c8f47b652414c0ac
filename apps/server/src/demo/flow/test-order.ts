import { testOrderNumber, type Bill, type TestOrderState } from '@portal/contract/test-order/test-order'
import { addMinutes } from '../../kernel/time.ts'
import { actualOf, billOf, minutesOf, noInputs, type BillInputs, type Period } from '../../modules/test-order/bill.rules.ts'
import { discountReasons, materials, resultNotes, returnReasons } from '../campus/words.ts'
import type { Random } from '../random.ts'
import type { BookingFacts, Used } from './facts.ts'
import type { Actor, Journal } from './journal.ts'

/** A test order on its way; the settlement writes the last of it. */
export interface Order {
  id: number
  facts: BookingFacts
  state: TestOrderState
  since: Date
  actual: Period | null
  samples: number
  bill: Bill
  totalFen: number
  result: string | null
  reason: string | null
  filledById: number | null
  confirmedAt: Date | null
  confirmedBySystem: boolean
  createdAt: Date
  /** Of an immediate payment: frozen on the booking's card until a settlement starts. */
  heldFen: number
  /** The settlement that pays for it now. */
  settlementId: number | null
  /** All settlements it was ever part of. */
  settlementIds: number[]
}
/** Where somebody never acts. */
export type OrderStop = 'fill' | 'director' | 'booker' | null

const HOURS = { fill: 18, director: 14, booker: 30 }
/** As the approval policy has it: who says nothing for a week has agreed. */
const SILENCE_MINUTES = 168 * 60

/** Tells what follows a finished use, until the order is agreed on. */
export function testOrderTeller() {
  let lastId = 0

  return (journal: Journal, used: Used, random: Random, stop: OrderStop = null): { order: Order; testedAt: Date | null } => {
    const { facts, reviewer, director, startedAt, finishedAt } = used
    const { quote, device, booker } = facts
    const planned = { from: facts.startAt, to: facts.endAt }
    const actual = actualOf(planned, startedAt, finishedAt)
    const samples = facts.samples.reduce((n, s) => n + s.count, 0)
    const use = { minutes: minutesOf(actual), samples }
    const id = ++lastId
    const order: Order = {
      id,
      facts,
      state: 'draft',
      since: finishedAt,
      actual,
      samples,
      ...billOf(quote, use, noInputs),
      result: null,
      reason: null,
      filledById: null,
      confirmedAt: null,
      confirmedBySystem: false,
      createdAt: finishedAt,
      heldFen: used.heldFen,
      settlementId: null,
      settlementIds: [],
    }
    const go = (on: string, to: TestOrderState, by: Actor, at: Date, reason: string | null = null) => {
      journal.step('test_order', id, { on, from: on === 'create' ? null : order.state, to, by, at, reason })
      order.state = to
      order.since = at
      order.reason = reason
    }
    const about = { business: 'test_order', rowId: id, labId: device.lab.id, deviceId: device.id } as const
    const name = `${device.name}（${testOrderNumber(id)}）`

    /** Null: the reviewer has not come to it yet. */
    const submit = (hours: number): Date | null => {
      const at = journal.after(order.since, hours, random)
      const done = stop !== 'fill' && at <= journal.now
      journal.task({
        ...about,
        step: 'fill',
        role: 'reviewer',
        requesterId: booker.id,
        title: `填写测试单：${name}`,
        amountFen: order.totalFen,
        since: order.since,
        ...(done && { done: { outcome: 'approved', by: reviewer, at, reason: null } }),
      })
      if (!done) return null
      Object.assign(order, billOf(quote, use, someInputs(random)), { result: random.pick(resultNotes), filledById: reviewer.id })
      go('submit', 'awaiting_director', reviewer, at)
      return at
    }
    /** The director agrees, or, once for some orders, returns it. */
    const direct = (returns: boolean): boolean => {
      const at = journal.after(order.since, HOURS.director, random)
      const done = stop !== 'director' && at <= journal.now
      const reason = returns ? random.pick(returnReasons) : null
      journal.task({
        ...about,
        step: 'director',
        role: 'lab_director',
        requesterId: reviewer.id,
        title: `审核测试单：${name}`,
        amountFen: order.totalFen,
        since: order.since,
        ...(done && { done: { outcome: returns ? 'refused' : 'approved', by: director, at, reason } }),
      })
      if (!done) return false
      if (returns) go('return', 'draft', director, at, reason)
      else go('approve', 'awaiting_booker', director, at)
      return true
    }
    const confirm = (): void => {
      const silent = !journal.prompt && random.chance(0.1)
      const at = silent ? addMinutes(order.since, SILENCE_MINUTES) : journal.after(order.since, HOURS.booker, random)
      const done = stop !== 'booker' && at <= journal.now
      journal.task({
        ...about,
        step: 'booker',
        role: 'person',
        userId: booker.id,
        requesterId: null,
        title: `确认测试单：${name}`,
        amountFen: order.totalFen,
        since: order.since,
        ...(done && { done: { outcome: 'approved', by: silent ? null : booker, at, reason: null } }),
      })
      if (!done) return
      Object.assign(order, { confirmedAt: at, confirmedBySystem: silent })
      go('confirm', 'confirmed', silent ? null : booker, at)
      // Nothing to pay settles itself.
      if (order.totalFen === 0) go('settle', 'settled', null, at)
    }

    go('create', 'draft', null, finishedAt)
    const testedAt = submit(HOURS.fill)
    const returned = !journal.prompt && random.chance(0.05)
    if (testedAt && direct(returned)) {
      const again = !returned || (submit(HOURS.fill) !== null && direct(false))
      if (again) confirm()
    }
    return { order, testedAt }
  }
}

function someInputs(random: Random): BillInputs {
  const [label, unitFen] = random.pick(materials)
  return {
    materials: random.chance(0.12) ? [{ label, unitFen, quantity: random.int(1, 3) }] : [],
    extras: random.chance(0.03) ? [{ label: '加急费', amountFen: 10_000, reason: '要求 24 小时内出结果' }] : [],
    discounts: random.chance(0.08) ? [{ percent: random.pick([5, 10, 20]), amountFen: null, reason: random.pick(discountReasons) }] : [],
  }
}
