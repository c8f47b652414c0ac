import { bookingRefusals } from '@portal/contract/booking/booking'
import { type bookingCalls } from '@portal/contract/booking/calls'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../../kernel/ctx.ts'
import { announce } from '../../../kernel/events.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { addMinutes, shownAt } from '../../../kernel/time.ts'
import { together } from '../../../kernel/together.ts'
import { findBoundAsked, keepBound } from '../../form/form.service.ts'
import type { Interval } from '../../opening/opening.rules.ts'
import { bookingFlow } from '../booking.flow.ts'
import { bookings, type Held, type Loaded } from '../booking.process.ts'
import { lockDeviceBooked } from '../writing.store.ts'
import { showStepped } from '../booking.view.ts'
import { turnDown } from '../place/alternatives.action.ts'
import { judgeMoved } from '../place/extension.action.ts'
import { placeSamples } from '../place/placing.action.ts'
import { requote } from '../../price-plan/quote.rules.ts'
import { requireFreeSeat, guardSeat } from './seat.action.ts'
import { findOccupant } from './seat.store.ts'
import {
  judgeCancel,
  splitPeriod,
  isDown,
  countMinutes,
  mayBegin,
  startsAnyTime,
  findStartWindow,
  wordCancel,
} from '../timing.rules.ts'
import { finishUse } from './ending.action.ts'

export async function start(ctx: Ctx, { params }: Parsed<typeof bookingCalls.start>) {
  // Serialises starts on the device with each other and with moves of bookings into this time. The booking
  // and who has its seat are read once the lock is held, in the same round trip.
  const [, held, occupant] = await together([
    lockDeviceBooked(ctx, params.id),
    bookings.load(ctx, params.id),
    findOccupant(ctx, params.id),
  ])
  const { row: b, roles } = held
  bookingFlow.admit(b.state, 'start', roles)
  const window = findStartWindow(b, b)
  if (!window || !b.period) throw refuse('PERIOD_MISSING', bookingRefusals.PERIOD_MISSING)
  const moves = startsAnyTime(b, roles) && (ctx.now < window.from || b.period.to <= ctx.now)
  if (ctx.now < window.from && !moves)
    throw refuse('NOT_YET', `${bookingRefusals.NOT_YET}，最早 ${shownAt(window.from, ctx.env.CAMPUS_TZ)}`)
  if (window.until && ctx.now > window.until) throw refuse('START_TOO_LATE', bookingRefusals.START_TOO_LATE)
  if (!mayBegin(b, roles)) throw refuse('QUALIFICATION_MISSING', bookingRefusals.QUALIFICATION_MISSING)
  requireFreeSeat(ctx, b, occupant)
  if (moves) return showStepped(await startNow(ctx, held, b.period))
  return showStepped(
    await guardSeat(() => bookings.take(ctx, held, 'start', { changes: { startedAt: ctx.now } })),
  )
}

/** Starts work on delivered samples outside their slot: the slot moves to now, if the seat is free. */
async function startNow(ctx: Ctx, held: Held, slot: Interval): Promise<Loaded> {
  const { row: b } = held
  const from = new Date(Math.floor(ctx.now.getTime() / 60_000) * 60_000)
  const period = { from, to: addMinutes(from, countMinutes(slot)) }
  const detail = { ...splitPeriod(slot), seat: b.seat }
  return placeSamples(ctx, b, period, b.seat, 'startAt', () =>
    guardSeat(() => bookings.take(ctx, held, 'start', { changes: { startedAt: ctx.now, period }, detail })),
  )
}

export async function finish(ctx: Ctx, { params }: Parsed<typeof bookingCalls.finish>) {
  return showStepped(
    await finishUse(ctx, await bookings.load(ctx, params.id), {
      event: 'finish',
      at: ctx.now,
      endKind: 'finished',
    }),
  )
}
export async function handOver(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.handOver>) {
  return showStepped(
    await finishUse(ctx, await bookings.load(ctx, params.id), {
      event: 'hand_over',
      at: ctx.now,
      endKind: 'handed_over',
      reason: body.reason,
    }),
  )
}
export async function reportFault(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.fault>) {
  const after = await finishUse(ctx, await bookings.load(ctx, params.id), {
    event: 'fault',
    at: ctx.now,
    endKind: 'fault',
    reason: body.reason,
  })
  await keepBound(ctx, {
    bookingId: after.id,
    occasion: 'fault',
    asked: await findBoundAsked(ctx, after.deviceId, 'fault'),
    given: body.answers,
    again: false,
  })
  await announce(ctx, 'booking.faulted', {
    bookingId: after.id,
    deviceId: after.deviceId,
    fault: body.reason,
  })
  return showStepped(after)
}

/** The reviewer moves delivered samples to another time; the people of the booking get the reason. */
export async function reschedule(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.reschedule>) {
  const held = await bookings.load(ctx, params.id)
  const { row: b, roles } = held
  bookingFlow.judge(b.state, 'reschedule', roles, { reason: body.reason })
  if (b.kind !== 'sample_delivery') throw refuse('SAMPLES_ONLY', bookingRefusals.SAMPLES_ONLY)
  const period = { from: new Date(body.startAt), to: new Date(body.endAt) }
  const quote = requote(b.quote, { minutes: countMinutes(period), samples: b.sampleCount })
  const reasons = await judgeMoved(ctx, b, { period, quote, by: '调整' })
  if (reasons.length > 0) throw turnDown(reasons)
  const detail = { ...splitPeriod(b.period), seat: b.seat, estimateFen: b.estimateFen }
  const after = await placeSamples(ctx, b, period, body.seat ?? null, 'startAt', (seat) =>
    bookings.take(ctx, held, 'reschedule', {
      reason: body.reason,
      changes: { period, seat, quote },
      detail,
    }),
  )
  return showStepped(after)
}

export async function cancel(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.cancel>) {
  // `hold` asks whom the booking waits for in the same round trip as the row.
  const held = await bookings.hold(ctx, params.id)
  const { row: b, roles } = held
  bookingFlow.admit(b.state, 'cancel', roles)
  const terms = judgeCancel(b, b, ctx.now, isDown(b))
  if (!terms) throw refuse('CANCEL_TOO_LATE', bookingRefusals.CANCEL_TOO_LATE)
  // Whoever was shown that cancelling is free has not agreed to its cost.
  if (terms.late && body.late === false) {
    const costs = wordCancel(terms, b, ctx.env.CAMPUS_TZ)
    throw refuse('CANCEL_LATE', `${costs}。${bookingRefusals.CANCEL_LATE}`, { status: 409 })
  }
  const after = await bookings.take(ctx, held, 'cancel', {
    reason: body.reason,
    changes: { cancelFeeFen: terms.feeFen },
    detail: terms,
  })
  return showStepped(after)
}
