import { bookingRefusals, bookingStateWords, type BookingRole } from '@portal/contract/booking/booking'
import type { Doing, Telling } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { listDayScreens, listScreens } from '../../kernel/live.ts'
import { defineProcess } from '../../kernel/process.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import { together } from '../../kernel/together.ts'
import { findDeadline, inbox } from '../approval/approval.service.ts'
import { listCardNames, freeze, lockCards, release } from '../fund-card/fund-card.service.ts'
import { isSingle } from './approvals.rules.ts'
import { approvalOfState, bookingFlow, type Approval, type Booking } from './booking.flow.ts'
import * as store from './booking.store.ts'
import * as historyStore from './history.store.ts'
import { cameToNothing, computeHoldAfter, losesHold } from './hold.rules.ts'
import {
  describe,
  lacksSum,
  linkTo,
  wordExtended,
  wordNews,
  wordReleased,
  wordUntil,
  wordWant,
  type NewsFacts,
} from './news.rules.ts'
import { isOrphaned, maySee, findRoles } from './roles.rules.ts'
import { tellFreed } from './use/seat.action.ts'
import { seesAll } from './sql.store.ts'
import { judgeCancel, isDown } from './timing.rules.ts'

export interface Loaded extends store.BookingRow {
  /** Fen that the last step freezes on the card; negative: fen that it releases. */
  movesFen: number
}
/** A booking with the roles of the acting person. */
export interface Held {
  row: Loaded
  roles: ReadonlySet<BookingRole>
}
type Step = Doing<Booking, store.Changes>

/** The fields that tasks, messages and money need; a new booking has them before it is written. */
export type Begun = NewsFacts &
  Pick<
    Loaded,
    | 'state'
    | 'stateAt'
    | 'labDeptId'
    | 'bookerUserType'
    | 'payMode'
    | 'fundCardRequired'
    | 'fundCardId'
    | 'quote'
    | 'heldFen'
    | 'movesFen'
  >

/** The caller. The caller's standing in the lab comes with each row. */
interface Asker {
  id: number
  knowsAll: boolean
}
export const describeAsker = (ctx: Ctx): Asker => ({ id: ctx.me.id, knowsAll: seesAll(ctx) })

export const bookings = defineProcess<Booking>()(inbox, {
  business: 'booking',
  flow: bookingFlow,
  noun: '预约',
  async find(ctx, id): Promise<Loaded | undefined> {
    const row = await store.find(ctx, id)
    return row && { ...row, movesFen: 0 }
  },
  async write(ctx, b: Loaded, step: Step) {
    const { heldFen, movesFen, fundCardId } = afterStep(b, step, ctx.now)
    const [, written] = await together([
      movesFen === 0 ? null : lockMoney(ctx, [b.id], fundCardId),
      store.advance(ctx, b, step.to, {
        ...step.changes,
        ...(movesFen !== 0 && { heldFen }),
        ...(cameToNothing(step.to) && { reason: step.reason }),
      }),
    ])
    return written
  },
  after: (b, step, ctx) => afterStep(b, step, ctx.now),

  standingOf: async (ctx) => describeAsker(ctx),
  rolesOf: (b: store.ListedRow, asker: Asker) => findRoles(b, asker.id, b),
  // The owner of the fund card may see what the card pays for.
  sees: (b, asker, _roles, ctx) => maySee(b, asker.id, b) || ownsCard(ctx, b.fundCardId),
  knowsAll: (asker) => asker.knowsAll,
  // The payer may be back while the booker's task to name another payer still waits.
  awaitedAs: (b, ask) => (isOrphaned(b) || (ask.as === 'payer' && !b.payerAsked) ? null : ask.as),
  looksFirst: true,

  people: { payer: (_, b: Begun) => [b.payerId] },
  subjectOf: (b: Begun, ctx) => ({
    labId: b.labId,
    deviceId: b.deviceId,
    what: `${b.bookerName} ${wordWant(b, ctx.env.CAMPUS_TZ)}`,
    body: describe(b, ctx.env.CAMPUS_TZ),
    link: linkTo(b),
    amountFen: lacksSum(b) ? null : b.estimateFen,
    single: isSingle(b),
    requesterId: b.bookerId,
  }),
  asking: { payer: (_, b: Begun) => askPayer(b) },
  caseOf: describeCase,
  // The handlers work out the needed approvals, together with the price and the payer.
  told: ['create', 'change', 'approve', 'name_payer', 'take_over'],
  effects: { moveHold, announceFinish, announceCancel, announceMiss, tellFreed },
  afterEach: (ctx, b: Begun, { from, to }) =>
    announce(ctx, 'booking.changed', { bookingId: b.id, deviceId: b.deviceId, from, to }),
  newsOf(b: Begun, step, ctx, before) {
    const approval = isOrphaned(b) ? undefined : approvalOfState[step.to]
    if (!approval) return listNews(ctx, b, step, { before, until: null })
    return findUntil(ctx, b, approval).then((until) => listNews(ctx, b, step, { before, until }))
  },
  screensOf: (b: Begun) => [
    ...listDayScreens({ id: b.deviceId, labId: b.labId }),
    ...listScreens(b.bookerId, b.experimenterId, b.payerId),
  ],
  doneWords: (b) => bookingStateWords[b.state],
})

/** The facts that the approval policy depends on. */
function describeCase(b: Begun) {
  return {
    deviceId: b.deviceId,
    labId: b.labId,
    deptId: b.labDeptId,
    userType: b.bookerUserType,
    amountFen: b.estimateFen,
  }
}

/** Until when this approval has to be given, as a sentence; null: without a limit. */
export async function findUntil(ctx: Ctx, b: Begun, approval: Approval): Promise<string | null> {
  const task = { business: 'booking', step: approval, single: isSingle(b) } as const
  return wordUntil(b, await findDeadline(ctx, task, describeCase(b)), ctx.env.CAMPUS_TZ)
}

function listNews(
  ctx: Ctx,
  b: Begun,
  step: Step,
  { before, until }: { before: Begun; until: string | null },
): Telling[] {
  const zone = ctx.env.CAMPUS_TZ
  if (step.event === 'extend') return wordExtended(b, before.estimateFen, zone)
  // The approval of samples may give them another time than they were booked for.
  const mayMove = (step.event === 'reschedule' || step.event === 'approve') && !lacksSum(before)
  const about = {
    ...step,
    ...(mayMove && { beforeFen: before.estimateFen }),
    lackedSum: lacksSum(before),
    until,
    actor: ctx.actor,
  }
  const released = step.event === 'change' ? wordReleased(b, { before, from: step.from }, zone) : []
  return [...wordNews(b, about, zone), ...released]
}

/**
 * Loads the booking with the system as the acting person, for jobs and other modules. Refuses with 404 if
 * there is none.
 */
export async function loadAsSystem(ctx: Ctx, bookingId: number): Promise<Held> {
  const held = await bookings.loadAsSystem(ctx, bookingId)
  if (!held) throw notFound('预约')
  return held
}

/**
 * Locks the cards on which the bookings hold money, and `cardId`. Whatever moves money locks the cards before
 * the bookings, as do the closing of an account and the approval of many bookings; the other order could
 * deadlock with these.
 */
export const lockMoney = (
  ctx: Ctx,
  bookingIds: readonly number[],
  cardId: number | null = null,
): Promise<void> =>
  lockCards(ctx, cardId === null ? [] : [cardId], { business: 'booking', rowIds: bookingIds })

const ownsCard = async (ctx: Ctx, cardId: number | null): Promise<boolean> =>
  cardId !== null && (await listCardNames(ctx, [cardId]))[0]?.ownerId === ctx.me.id

/**
 * A booker who pays for the booking themselves names their own card, so their task has no requester. If the
 * payer has left, the booker is asked to name another one.
 */
function askPayer(b: Begun) {
  if (isOrphaned(b))
    return {
      userIds: [b.bookerId],
      requesterId: null,
      title: '更换付款人',
      untimed: true,
      single: true,
    } as const
  return b.payerId === b.bookerId ? { requesterId: null } : {}
}

/** Computes the booking after the step without reading it again. */
function afterStep(b: Loaded, { event, to, changes: c = {} }: Step, now: Date): Loaded {
  const period = c.period === undefined ? b.period : c.period
  const quote = c.quote ?? b.quote
  const after: Loaded = {
    ...b,
    state: to,
    stateAt: now,
    period,
    seat: c.seat ?? b.seat,
    quote,
    estimateFen: quote.totalFen,
    heldFen: c.heldFen ?? b.heldFen,
    bookerId: c.bookerId ?? b.bookerId,
    payerId: c.payerId ?? b.payerId,
    payerGone: c.payerId === undefined && b.payerGone,
    experimenterId: c.experimenterId ?? b.experimenterId,
    payMode: c.payMode ?? b.payMode,
    fundCardId: c.fundCardId === undefined ? b.fundCardId : c.fundCardId,
  }
  const heldFen = computeHoldAfter(b, after, event, c.cancelFeeFen ?? 0)
  return { ...after, heldFen, movesFen: heldFen - b.heldFen }
}

// ── Effects ──────────────────────────────────────────────────────────────────

/**
 * Part number of a release that leaves a fee frozen. `releaseHold` (booking.service.ts) frees that fee later
 * as part 0, as for every booking.
 */
const KEPT = 1
/**
 * First part number for releases that can recur: a lost payment, or an extension that costs less. Lower part
 * numbers belong to fees and corrections.
 */
const FIRST_FREED = 100

async function moveHold(ctx: Ctx, b: Begun, { event }: Step): Promise<void> {
  if (b.movesFen > 0) {
    if (b.fundCardId === null) throw refuse('FUND_CARD_MISSING', bookingRefusals.FUND_CARD_MISSING)
    await freeze(ctx, {
      cardId: b.fundCardId,
      userId: b.payerId,
      amountFen: b.movesFen,
      business: 'booking',
      rowId: b.id,
      // A new booking has no log entries to count yet.
      part: event === 'create' ? 0 : await historyStore.countParts(ctx.db, b.id),
      note: `预约 ${b.deviceName}`,
      wanted: describeWanted(ctx, b),
    })
  }
  if (b.movesFen < 0) {
    const recurs = losesHold(event) || event === 'extend'
    const anew = recurs ? FIRST_FREED + (await historyStore.countParts(ctx.db, b.id)) : 0
    await release(ctx, {
      business: 'booking',
      rowId: b.id,
      note: `预约 ${b.deviceName} 解冻`,
      part: anew || (b.heldFen > 0 ? KEPT : 0),
      keepFen: b.heldFen,
    })
  }
}
/** The person who wants money frozen on a card, and for what. */
export const describeWanted = (ctx: Ctx, b: NewsFacts) => ({
  person: { id: b.bookerId, name: b.bookerName },
  what: wordWant(b, ctx.env.CAMPUS_TZ),
})

async function announceFinish(ctx: Ctx, b: Loaded, { changes }: Step): Promise<void> {
  await announce(ctx, 'booking.finished', {
    bookingId: b.id,
    deviceId: b.deviceId,
    labId: b.labId,
    finishedAt: changes?.finishedAt ?? ctx.now,
    bySystem: ctx.actor === null,
  })
}

/** The cost depends on the state before the step. */
async function announceCancel(ctx: Ctx, b: Loaded, { from, changes }: Step): Promise<void> {
  const terms = judgeCancel({ ...b, state: from ?? b.state }, b, ctx.now, isDown(b))
  await announce(ctx, 'booking.cancelled', {
    bookingId: b.id,
    deviceId: b.deviceId,
    labId: b.labId,
    feeFen: changes?.cancelFeeFen ?? 0,
    violation: terms?.violation === true,
  })
}

async function announceMiss(ctx: Ctx, b: Loaded, { changes }: Step): Promise<void> {
  const feeFen = changes?.cancelFeeFen ?? 0
  await announce(ctx, 'booking.missed', { bookingId: b.id, deviceId: b.deviceId, labId: b.labId, feeFen })
}
