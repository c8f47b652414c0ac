import type { BookingEvent, BookingState, SampleEvent, SampleState } from '@portal/contract/booking/booking'
import type { Outcome } from '@portal/contract/approval/approval'
import type { Quote } from '@portal/contract/price-plan/price-plan'
import { addMinutes, shownPeriod } from '../../kernel/time.ts'
import { listApprovals, findNextState, type ApprovalNeeds } from '../../modules/booking/approvals.rules.ts'
import type { Approval } from '../../modules/booking/booking.flow.ts'
import { findSystemEnd } from '../../modules/booking/timing.rules.ts'
import type { User } from '../campus/model.ts'
import { cancelReasons, refusalReasons, revokeReasons } from '../campus/words.ts'
import type { Random } from '../random.ts'
import type { BookingFacts, Ending, Used } from './facts.ts'
import type { Actor, Journal } from './journal.ts'

/** Hours on average between the request and the decision. */
const HOURS: Record<Approval, number> = { payer: 5, reviewer: 8, director: 6 }
/** An approval that would take longer than this share of the time until the start is given earlier. */
const IN_TIME = 0.9

const everything = { payer: true, reviewer: true, director: true }
const askedRole = { payer: 'person', reviewer: 'reviewer', director: 'lab_director' } as const

type Leaving = Exclude<Ending['how'], 'wait' | 'miss'>
const leaving: Record<Leaving, { to: BookingState; outcome: Outcome; reasons: readonly string[] | null }> = {
  refuse: { to: 'refused', outcome: 'refused', reasons: refusalReasons },
  cancel: { to: 'cancelled', outcome: 'withdrawn', reasons: cancelReasons },
  revoke: { to: 'revoked', outcome: 'withdrawn', reasons: revokeReasons },
  expire: { to: 'expired', outcome: 'withdrawn', reasons: null },
}

/** One booking from its form to its present state; events later than now are left out. */
export class Story {
  state: BookingState
  since: Date
  reason: string | null = null
  startedAt: Date | null = null
  finishedAt: Date | null = null
  violation: 'no_show' | 'late_cancel' | null = null
  /**
   * True once it has a time: self-operated bookings from the beginning, delivered samples after the reviewer.
   */
  assigned: boolean
  /** True once the payer has named the card: at once, or on approval. */
  cardNamed: boolean
  #receivedAt: Date | null = null
  #testedAt: Date | null = null
  #heldFen = 0
  #shown: string | null = null
  readonly #facts: BookingFacts
  readonly #journal: Journal
  readonly #random: Random
  readonly #reviewer: User
  readonly #director: User
  readonly #needs: ApprovalNeeds

  constructor(facts: BookingFacts, journal: Journal, people: readonly User[], random: Random) {
    this.#facts = facts
    this.#journal = journal
    this.#random = random
    const { lab } = facts.device
    this.#reviewer = people[random.pick(lab.reviewerIds) - 1]! // ids start at 1
    this.#director = people[lab.directorId - 1]!
    this.#needs = {
      kind: facts.kind,
      payerIsBooker: facts.payer.id === facts.booker.id,
      byCard: facts.cardId !== null,
      required: everything,
    }
    this.assigned = facts.kind === 'self_operated'
    this.cardNamed = this.#needs.payerIsBooker
    this.state = findNextState(null, this.#needs)
    this.since = facts.createdAt
    this.#log('create', null, facts.booker, facts.createdAt)
  }

  /** Runs the booking to the end of its use. Null: it was not used, or the use has not ended. */
  untilUsed(): Used | null {
    if (!listApprovals(this.#needs).every((approval) => this.#approve(approval)) || !this.#start())
      return null
    return this.#finish()
  }

  /** Call once the test order is confirmed. */
  afterUse({ completedAt, testedAt }: { completedAt: Date | null; testedAt: Date | null }): void {
    this.#testedAt = testedAt
    if (completedAt) this.#go('complete', 'done', null, completedAt)
  }

  get quote(): Quote {
    return this.assigned ? this.#facts.quote : this.#facts.firstQuote
  }

  /** The steps of its samples. */
  sampleSteps(returnWanted: boolean): { on: SampleEvent; to: SampleState; by: Actor; at: Date }[] {
    const steps: ReturnType<Story['sampleSteps']> = []
    if (this.#receivedAt)
      steps.push({ on: 'receive', to: 'received', by: this.#reviewer, at: this.#receivedAt })
    if (!this.#testedAt) return steps
    steps.push({ on: 'test', to: 'tested', by: null, at: this.#testedAt })
    const at = addMinutes(this.#testedAt, 2 * 1440)
    if (at <= this.#journal.now)
      steps.push({
        on: returnWanted ? 'return' : 'keep',
        to: returnWanted ? 'returned' : 'kept',
        by: this.#reviewer,
        at,
      })
    return steps
  }

  /** False: it did not pass this approval, or has not yet. */
  #approve(approval: Approval): boolean {
    const { device, startAt, ending, booker, payer, id } = this.#facts
    const actor = { payer, reviewer: this.#reviewer, director: this.#director }[approval]
    const how = ending?.at === approval ? ending.how : 'approve'
    const at = how === 'expire' ? startAt : this.#soon(HOURS[approval])
    const task = {
      business: 'booking',
      rowId: id,
      step: approval,
      role: askedRole[approval],
      labId: device.lab.id,
      deviceId: device.id,
      deptId: device.lab.deptId,
      userType: booker.userType,
      requesterId: booker.id,
      title: this.#title(),
      amountFen: this.quote.totalFen,
      single:
        (approval === 'reviewer' && !this.assigned) || (approval === 'payer' && this.#facts.cardId !== null),
      since: this.since,
      ...(approval === 'payer' && { userId: payer.id }),
    } as const
    if (how === 'wait' || how === 'miss' || at > this.#journal.now) {
      this.#journal.task(task)
      return false
    }
    if (how !== 'approve') {
      const { to, outcome, reasons } = leaving[how]
      const by = { refuse: actor, cancel: booker, revoke: this.#director, expire: null }[how]
      const reason = reasons ? this.#random.pick(reasons) : null
      this.#journal.task({ ...task, done: { outcome, by, at, reason } })
      this.#leave(how, to, by, at, reason)
      return false
    }
    this.#journal.task({ ...task, done: { outcome: 'approved', by: actor, at, reason: null } })
    if (approval === 'payer') this.cardNamed = true
    if (approval === 'reviewer') this.assigned = true
    this.#go('approve', findNextState(approval, this.#needs), actor, at)
    if (this.state === 'awaiting_use') this.#hold(at)
    return true
  }

  #start(): boolean {
    const { startAt, ending, kind, booker, experimenter, device } = this.#facts
    const { now } = this.#journal
    const how = ending?.at === 'use' ? ending.how : null
    if (how === 'cancel') return this.#cancel()
    if (how === 'miss') return this.#miss(addMinutes(startAt, device.opened.graceMinutes + 1))
    if (how === 'revoke')
      return this.#leave(
        'revoke',
        'revoked',
        this.#director,
        this.#between(this.since, startAt),
        this.#random.pick(revokeReasons),
      )
    if (how !== null) return false
    const samples = kind === 'sample_delivery'
    const received = this.#between(this.since, startAt)
    if (samples && received <= now) this.#receivedAt = received
    const clicked = addMinutes(startAt, this.#random.int(-5, Math.min(10, device.opened.graceMinutes)))
    const at = clicked > this.since ? clicked : addMinutes(this.since, 1)
    if (at > now) return false
    this.startedAt = at
    this.#go(
      'start',
      'in_use',
      samples ? this.#reviewer : this.#random.chance(0.8) ? experimenter : booker,
      at,
    )
    return true
  }

  #finish(): Used | null {
    const { startAt, endAt, ending, kind, booker, device } = this.#facts
    const bySystem = this.#random.chance(0.08)
    const at = bySystem
      ? findSystemEnd({ from: startAt, to: endAt }, device.opened)
      : addMinutes(endAt, this.#random.int(-5, 4))
    if (ending?.at === 'finish' || at > this.#journal.now || !this.startedAt) return null
    this.finishedAt = at
    this.#go(
      'finish',
      'awaiting_test_order',
      bySystem ? null : kind === 'sample_delivery' ? this.#reviewer : booker,
      at,
    )
    return {
      facts: this.#facts,
      startedAt: this.startedAt,
      finishedAt: at,
      reviewer: this.#reviewer,
      director: this.#director,
      heldFen: this.#heldFen,
    }
  }

  #cancel(): false {
    const { startAt, booker, device } = this.#facts
    const { cancelLimitMinutes, cancelFeeFen } = device.opened
    const freeUntil = addMinutes(startAt, -cancelLimitMinutes)
    // If late cancelling costs a fee, the demo's people cancel in time or not at all.
    if (cancelFeeFen > 0 && freeUntil <= this.since) return false
    const at = this.#between(this.since, cancelFeeFen > 0 ? freeUntil : startAt)
    if (at > freeUntil && at <= this.#journal.now) this.violation = 'late_cancel'
    return this.#leave('cancel', 'cancelled', booker, at, this.#random.pick(cancelReasons))
  }

  #miss(at: Date): false {
    if (at <= this.#journal.now) this.violation = 'no_show'
    return this.#leave('miss', 'no_show', null, at, null)
  }

  /** Ends the booking, unless `at` is in the future. Always returns false: it is not used. */
  #leave(on: BookingEvent, to: BookingState, by: Actor, at: Date, reason: string | null): false {
    if (at > this.#journal.now) return false
    this.#go(on, to, by, at, reason)
    this.reason = reason
    if (this.#heldFen > 0) this.#money('release', at, `预约 ${this.#facts.device.name} 解冻`)
    return false
  }

  #go(on: BookingEvent, to: BookingState, by: Actor, at: Date, reason: string | null = null): void {
    const from = this.state
    this.state = to
    this.since = at
    this.#log(on, from, by, at, reason)
  }
  #log(on: BookingEvent, from: BookingState | null, by: Actor, at: Date, reason: string | null = null): void {
    this.#journal.step('booking', this.#facts.id, { on, from, to: this.state, by, at, reason })
  }

  #hold(at: Date): void {
    const { payMode, quote, cardId } = this.#facts
    if (payMode !== 'immediate' || cardId === null || quote.totalFen === 0) return
    this.#heldFen = quote.totalFen
    this.#money('freeze', at, `预约 ${this.#facts.device.name}`)
  }
  #money(kind: 'freeze' | 'release', at: Date, note: string): void {
    const { cardId, payer, id } = this.#facts
    if (cardId !== null)
      this.#journal.move({
        cardId,
        kind,
        amountFen: this.#heldFen,
        business: 'booking',
        rowId: id,
        userId: payer.id,
        note,
        at,
      })
  }

  /** About `hours` after the last step, and well before the start. */
  #soon(hours: number): Date {
    const rest = this.#facts.startAt.getTime() - this.since.getTime()
    const at = this.#journal.after(this.since, hours, this.#random)
    return at.getTime() - this.since.getTime() <= rest * IN_TIME
      ? at
      : new Date(this.since.getTime() + rest * (0.1 + this.#random.next() * 0.4))
  }
  #between(from: Date, to: Date): Date {
    return new Date(from.getTime() + (to.getTime() - from.getTime()) * (0.1 + this.#random.next() * 0.8))
  }
  /** Title of the tasks; cached, because it changes only when the reviewer sets the time. */
  #title(): string {
    const { booker, device, startAt, endAt } = this.#facts
    if (!this.assigned) return `${booker.name} 预约 ${device.name}（送样）`
    return (this.#shown ??= `${booker.name} 预约 ${device.name} ${shownPeriod(startAt, endAt, this.#journal.zone)}`)
  }
}
