import { testOrderNumber, type Bill, type TestOrderState } from '@portal/contract/test-order/test-order'
import { addMinutes } from '../../kernel/time.ts'
import {
  findActual,
  makeBill,
  countMinutes,
  noInputs,
  type BillInputs,
  type Period,
} from '../../modules/test-order/bill.rules.ts'
import { discountReasons, materials, resultNotes, returnReasons } from '../campus/words.ts'
import type { User } from '../campus/model.ts'
import type { Random } from '../random.ts'
import type { BookingFacts, Used } from './facts.ts'
import type { Actor, Journal } from './journal.ts'

/** A test order in progress; it is written after its last settlement. */
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
  /** For immediate payment: frozen on the booking's card until a settlement starts. */
  heldFen: number
  /** The settlement that pays for it at present. */
  settlementId: number | null
  /** All settlements it has been part of. */
  settlementIds: number[]
  version: number
  /** Confirmed versions that were corrected later. */
  versions: Corrected[]
}
interface Corrected {
  version: number
  bill: Bill
  totalFen: number
  confirmedAt: Date
  correctedById: number
  correctedAt: Date
  reason: string
}
/** The step at which the person asked never acts. */
export type OrderStop = 'fill' | 'director' | 'booker' | null
/**
 * What happens to a confirmed order instead of a settlement: a correction raises its price and the payer is
 * asked, or it is written off.
 */
export type OrderTurn = 'rise' | 'write_off'

const HOURS = { fill: 18, director: 14, booker: 30 }
/** As in the approval policy: no reply for a week counts as consent. */
const SILENCE_MINUTES = 168 * 60

/** Generates the test order of a finished use, up to its confirmation. */
export function testOrderTeller(finance: User) {
  let lastId = 0

  return (
    journal: Journal,
    used: Used,
    random: Random,
    stop: OrderStop = null,
    turn?: OrderTurn,
  ): { order: Order; testedAt: Date | null; completedAt: Date | null } => {
    const { facts, reviewer, director, startedAt, finishedAt } = used
    const { quote, device, booker } = facts
    const planned = { from: facts.startAt, to: facts.endAt }
    const actual = findActual(planned, startedAt, finishedAt)
    const samples = facts.samples.reduce((n, s) => n + s.count, 0)
    const use = { minutes: countMinutes(actual), samples }
    const id = ++lastId
    const order: Order = {
      id,
      facts,
      state: 'draft',
      since: finishedAt,
      actual,
      samples,
      ...makeBill(quote, use, noInputs),
      result: null,
      reason: null,
      filledById: null,
      confirmedAt: null,
      confirmedBySystem: false,
      createdAt: finishedAt,
      heldFen: used.heldFen,
      settlementId: null,
      settlementIds: [],
      version: 1,
      versions: [],
    }
    const go = (on: string, to: TestOrderState, by: Actor, at: Date, reason: string | null = null) => {
      journal.step('test_order', id, { on, from: on === 'create' ? null : order.state, to, by, at, reason })
      order.state = to
      order.since = at
      order.reason = reason
    }
    const about = {
      business: 'test_order',
      rowId: id,
      labId: device.lab.id,
      deviceId: device.id,
      deptId: device.lab.deptId,
      userType: booker.userType,
    } as const
    const name = `${device.name}（${testOrderNumber(id)}）`

    /** The reviewer submits. Null: not done yet. */
    const submit = (hours: number, inputs?: BillInputs): Date | null => {
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
      Object.assign(order, makeBill(quote, use, inputs ?? someInputs(random)), {
        result: random.pick(resultNotes),
        filledById: reviewer.id,
      })
      go('submit', 'awaiting_director', reviewer, at)
      return at
    }
    /** The director approves, or returns it if `returns`. False: not done yet. */
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
      const at = silent
        ? addMinutes(order.since, SILENCE_MINUTES)
        : journal.after(order.since, HOURS.booker, random)
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
      // An order of 0 fen is settled at once.
      if (order.totalFen === 0) go('settle', 'settled', null, at)
    }

    go('create', 'draft', null, finishedAt)
    const testedAt = submit(HOURS.fill)
    const returned = !journal.prompt && random.chance(0.05)
    if (testedAt && direct(returned)) {
      const again = !returned || (submit(HOURS.fill) !== null && direct(false))
      if (again) confirm()
    }
    const completedAt = order.confirmedAt
    if (completedAt && turn === 'rise') rise(completedAt)
    if (completedAt && turn === 'write_off') writeOff()
    return { order, testedAt, completedAt }

    /**
     * An item was forgotten: the reviewer corrects the bill, and the payer is asked to accept the higher
     * price.
     */
    function rise(confirmedAt: Date): void {
      const reason = '漏记加急费，经与预约人核对后更正'
      const at = journal.after(order.since, HOURS.fill, random)
      const { version, bill, totalFen } = order
      order.versions.push({
        version,
        bill,
        totalFen,
        confirmedAt,
        correctedById: reviewer.id,
        correctedAt: at,
        reason,
      })
      go('correct', 'draft', reviewer, at, reason)
      Object.assign(order, { version: version + 1, confirmedAt: null })
      const amountFen = 10_000 + Math.max(0, totalFen - makeBill(quote, use, noInputs).totalFen)
      if (
        !submit(HOURS.fill, {
          ...noInputs,
          extras: [{ label: '加急费', amountFen, reason: '要求 24 小时内出结果' }],
        }) ||
        !direct(false)
      )
        return
      const agreedAt = journal.after(order.since, HOURS.booker, random)
      const asked = { ...about, role: 'person', requesterId: null, amountFen: order.totalFen } as const
      const done = { outcome: 'approved', by: booker, at: agreedAt, reason: null } as const
      journal.task({
        ...asked,
        step: 'booker',
        userId: booker.id,
        title: `确认测试单：${name}`,
        since: order.since,
        done,
      })
      go('confirm', 'awaiting_payer', booker, agreedAt)
      journal.task({
        ...asked,
        step: 'payer',
        userId: facts.payer.id,
        title: `同意更正后的费用：${name}`,
        since: agreedAt,
      })
    }
    /** It cannot be paid: the director proposes a write-off, and finance approves it. */
    function writeOff(): void {
      const reason = '课题已结题销户，无可用经费，金额较小'
      const at = journal.after(order.since, HOURS.director, random)
      journal.step('test_order', id, {
        on: 'propose_write_off',
        from: 'confirmed',
        to: 'confirmed',
        by: director,
        at,
        reason,
      })
      const agreedAt = journal.after(at, HOURS.director, random)
      const done = { outcome: 'approved', by: finance, at: agreedAt, reason: null } as const
      const task = {
        ...about,
        step: 'write_off',
        role: 'finance',
        deviceId: null,
        requesterId: director.id,
        amountFen: order.totalFen,
      } as const
      journal.task({ ...task, title: `核销：${name}`, since: at, done })
      go('write_off', 'written_off', finance, agreedAt)
      order.reason = reason
    }
  }
}

function someInputs(random: Random): BillInputs {
  const [label, unitFen] = random.pick(materials)
  return {
    materials: random.chance(0.12) ? [{ label, unitFen, quantity: random.int(1, 3) }] : [],
    extras: random.chance(0.03)
      ? [{ label: '加急费', amountFen: 10_000, reason: '要求 24 小时内出结果' }]
      : [],
    discounts: random.chance(0.08)
      ? [{ percent: random.pick([5, 10, 20]), amountFen: null, reason: random.pick(discountReasons) }]
      : [],
  }
}
