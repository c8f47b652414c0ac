import type { Outcome } from '@portal/contract/approval/approval'
import {
  bookingRefusals,
  type BookingEvent,
  type BookingRole,
  type BookingState,
  type PayMode,
} from '@portal/contract/booking/booking'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { screensOf } from '../../kernel/live.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { forbidden, notFound, refuse } from '../../kernel/refuse.ts'
import { together } from '../../kernel/together.ts'
import { addMinutes, minutesBetween } from '../../kernel/time.ts'
import { closeTask, mayAct, openTask, stepsFor } from '../approval/approval.service.ts'
import { cardNames, freeze, release } from '../fund-card/fund-card.service.ts'
import type { Interval } from '../opening/opening.rules.ts'
import { approvalOfState, bookingFlow, type Approval } from './booking.flow.ts'
import * as store from './booking.store.ts'
import { newsOf, wantOf, type NewsFacts } from './news.rules.ts'
import { maySee, rolesOf } from './roles.rules.ts'
import { seesAll } from './sql.store.ts'

/** With its time as one thing, and the roles of whoever acts. */
export type Ready<Row> = Row & { period: Interval | null; roles: Set<BookingRole> }
export type Loaded = Ready<store.BookingRow>

const periodOf = ({ startAt, endAt }: store.ListedRow): Interval | null =>
  startAt && endAt ? { from: startAt, to: endAt } : null

/** A booking with the asking person's roles on it, for those who may see it; others learn nothing, not even whether it exists. */
export async function load(ctx: Ctx, bookingId: number): Promise<Loaded> {
  const row = await store.find(ctx, bookingId)
  if (!row) throw seesAll(ctx) ? notFound('预约') : forbidden(NOT_YOURS)
  const awaited =
    row.state in approvalOfState && (await mayAct(ctx, { business: 'booking', rowId: bookingId }))
  ctx.allow(maySee(row, ctx.me.id, row, awaited) || (await ownsCard(ctx, row.fundCardId)), NOT_YOURS)
  ctx.target = `booking ${bookingId}`
  return readyFor(row, ctx.me.id, awaited)
}
/** Whose card pays for it sees what for. */
const ownsCard = async (ctx: Ctx, cardId: number | null) =>
  cardId !== null && (await cardNames(ctx, [cardId]))[0]?.ownerId === ctx.me.id
const NOT_YOURS = '您不能查看该预约'
/** The row with a person's roles on it. `awaited`: may he act on what waits there? */
export const readyFor = <Row extends store.ListedRow>(
  row: Row,
  personId: number,
  awaited: boolean,
): Ready<Row> => ({ ...row, period: periodOf(row), roles: rolesOf(row, personId, row, awaited) })

/** The same for timed work and other modules: the system acts. */
export async function loadForSystem(ctx: Ctx, bookingId: number): Promise<Loaded> {
  const row = await store.find(ctx, bookingId)
  if (!row) throw notFound('预约')
  return { ...row, period: periodOf(row), roles: new Set(['system']) }
}

export interface StepAbout {
  reason?: string | null
  changes?: store.Changes
  /** Kept in the log, for whoever asks later what it was before. */
  detail?: unknown
}

/**
 * Takes one step that the flow allows these roles, with everything that belongs to it: the log, the task that is done and the one
 * that opens, the money that is frozen or freed, the news. Of two people at once one gets through, the other is told who was first.
 */
export async function take(
  ctx: Ctx,
  b: Loaded,
  event: BookingEvent,
  to: BookingState,
  about: StepAbout = {},
): Promise<Loaded> {
  const { reason = null, changes = {}, detail } = about
  bookingFlow.judge(b.state, event, b.roles, { reason, to })
  const after = changed(b, to, changes, ctx.now)
  after.heldFen = freed.has(event)
    ? 0
    : ended.has(to)
      ? Math.min(b.heldFen, changes.cancelFeeFen ?? 0)
      : event === 'extend'
        ? after.heldFen
        : Math.max(b.heldFen, holdAt(to, after.payMode, after.estimateFen))
  const more = {
    ...(after.heldFen !== b.heldFen && { heldFen: after.heldFen }),
    ...(ended.has(to) && { reason }),
  }
  if (!(await store.advance(ctx, b, to, { ...changes, ...more }))) throw await tooLate(ctx, 'booking', b.id)
  await logStep(ctx, { business: 'booking', rowId: b.id, event, from: b.state, to, reason, detail })
  if (b.state in approvalOfState)
    await closeTask(ctx, { business: 'booking', rowId: b.id }, outcomes[event] ?? 'withdrawn', reason)
  await arrive(ctx, after, event, b.state, b.heldFen, reason)
  return after
}
/** What was frozen was another's, or of a card that pays no more. */
const freed: ReadonlySet<BookingEvent> = new Set(['lose_payment', 'take_over'])
const outcomes: Partial<Record<BookingEvent, Outcome>> = { approve: 'approved', refuse: 'refused' }

/** The booking as it is after the step, without asking again. */
function changed(b: Loaded, to: BookingState, c: store.Changes, now: Date): Loaded {
  const period = c.period === undefined ? b.period : c.period
  const quote = c.quote ?? b.quote
  return {
    ...b,
    state: to,
    stateAt: now,
    period,
    startAt: period?.from ?? null,
    endAt: period?.to ?? null,
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
}

type Arriving = NewsFacts &
  Pick<Loaded, 'labDeptId' | 'bookerUserType' | 'payMode' | 'fundCardId' | 'heldFen'> & {
    state: BookingState
  }
/** Each time is a part of its own; the parts before are those of fees and corrections. */
const FIRST_FREED = 100

/** What follows from being in a state now, whatever the way there. `b.heldFen` is what is to be frozen now, `heldFen` what was before. */
export async function arrive(
  ctx: Ctx,
  b: Arriving,
  event: BookingEvent,
  from: BookingState | null,
  heldFen: number,
  reason: string | null,
): Promise<void> {
  const approval = approvalOfState[b.state]
  const work: Promise<unknown>[] = newsOf(b, event, b.state, reason, ctx.env.CAMPUS_TZ).map((news) =>
    tell(ctx, { ...news, kind: 'booking', exceptUserId: ctx.actor?.id ?? null }),
  )
  if (approval) work.push(askFor(ctx, b, approval))
  if (b.heldFen > heldFen) work.push(hold(ctx, b, event, b.heldFen - heldFen))
  if (b.heldFen < heldFen) {
    const part = freed.has(event)
      ? FIRST_FREED + (await store.countParts(ctx, b.id))
      : b.heldFen > 0
        ? KEPT
        : 0
    work.push(
      release(ctx, {
        business: 'booking',
        rowId: b.id,
        note: `预约 ${b.deviceName} 解冻`,
        part,
        keepFen: b.heldFen,
      }),
    )
  }
  await together(work)
  await announce(ctx, 'booking.changed', { bookingId: b.id, deviceId: b.deviceId, from, to: b.state })
  ctx.live(`device:${b.deviceId}`, ...screensOf(b.bookerId, b.experimenterId, b.payerId))
}
/** What stays frozen for a fee is freed later, by {@link releaseHold}: that is part 0, as with every booking. */
const KEPT = 1
const ended: ReadonlySet<BookingState> = new Set(['refused', 'cancelled', 'expired', 'revoked', 'no_show'])

const askedRole = {
  payer: 'person',
  reviewer: 'reviewer',
  director: 'lab_director',
} as const satisfies Record<Approval, string>
async function askFor(ctx: Ctx, b: Arriving, approval: Approval): Promise<void> {
  const steps = await stepsFor(ctx, {
    business: 'booking',
    deviceId: b.deviceId,
    labId: b.labId,
    deptId: b.labDeptId,
    userType: b.bookerUserType,
    amountFen: b.estimateFen,
  })
  const { timeoutHours } = steps[approval]
  const orphaned = approval === 'payer' && b.payerGone === true
  // Whoever pays for himself names his card himself; in place of a payer who left the booker names another one.
  const byBooker = approval === 'payer' && (orphaned || b.payerId === b.bookerId)
  await openTask(ctx, {
    business: 'booking',
    rowId: b.id,
    step: approval,
    role: askedRole[approval],
    userId: approval !== 'payer' ? null : orphaned ? b.bookerId : b.payerId,
    labId: b.labId,
    deviceId: b.deviceId,
    requesterId: byBooker ? null : b.bookerId,
    title: `${orphaned ? '更换付款人：' : ''}${titleOf(b, ctx.env.CAMPUS_TZ)}`,
    amountFen: b.estimateFen,
    dueAt: timeoutHours === null || orphaned ? null : addMinutes(ctx.now, timeoutHours * 60),
  })
}
const titleOf = ({ bookerName, deviceName, period }: NewsFacts, zone: string) =>
  `${bookerName} ${wantOf({ deviceName, period }, zone)}`

/** What is frozen on the card once everybody has agreed. */
export const holdAt = (state: BookingState, payMode: PayMode, estimateFen: number): number =>
  state === 'awaiting_use' && payMode === 'immediate' ? estimateFen : 0

async function hold(ctx: Ctx, b: Arriving, event: BookingEvent, amountFen: number): Promise<void> {
  if (b.fundCardId === null) throw refuse('FUND_CARD_MISSING', bookingRefusals.FUND_CARD_MISSING)
  // Of a new booking nothing is written yet.
  const part = event === 'create' ? 0 : await store.countParts(ctx, b.id)
  await freeze(ctx, {
    cardId: b.fundCardId,
    userId: b.payerId,
    amountFen,
    business: 'booking',
    rowId: b.id,
    part,
    note: `预约 ${b.deviceName}`,
    wanted: wantedOf(ctx, b),
  })
}
export const wantedOf = (ctx: Ctx, b: NewsFacts) => ({
  person: { id: b.bookerId, name: b.bookerName },
  what: wantOf(b, ctx.env.CAMPUS_TZ),
})

export const minutesOf = (period: Interval | null): number =>
  period ? minutesBetween(period.from, period.to) : 0

/** What a call answers after a step. */
export const steppedOf = (
  b: Pick<Loaded, 'id' | 'state' | 'startAt' | 'endAt' | 'seat' | 'estimateFen'>,
) => ({
  id: b.id,
  state: b.state,
  startAt: b.startAt,
  endAt: b.endAt,
  seat: b.seat,
  estimateFen: b.estimateFen,
})
