import { bookingRefusals, type bookingCalls, type UseEnd } from '@portal/contract/booking/booking'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { refuse } from '../../kernel/refuse.ts'
import { addMinutes, shownAt } from '../../kernel/time.ts'
import type { Interval } from '../opening/opening.rules.ts'
import { bookingFlow } from './booking.flow.ts'
import { lockDevice } from './booking.store.ts'
import { placeSamples } from './decide.service.ts'
import { requote } from './judging.service.ts'
import { requireFreeSeat, seated, tellFreed } from './seat.service.ts'
import { runningOn } from './seat.store.ts'
import { load, loadForSystem, minutesOf, steppedOf, take, type Loaded } from './steps.service.ts'
import { cancelTerms, isDown, startsAnyTime, startWindow } from './timing.rules.ts'

export async function start(ctx: Ctx, { params }: Parsed<typeof bookingCalls.start>) {
  const seen = await load(ctx, params.id)
  bookingFlow.judge(seen.state, 'start', seen.roles)
  // Two at one seat come one after another, and so does whoever moves a booking into this time.
  await lockDevice(ctx, seen.deviceId)
  const b = await load(ctx, params.id)
  bookingFlow.judge(b.state, 'start', b.roles)
  const window = startWindow(b, b)
  if (!window || !b.period) throw refuse('PERIOD_MISSING', bookingRefusals.PERIOD_MISSING)
  const moves = startsAnyTime(b, b.roles) && (ctx.now < window.from || b.period.to <= ctx.now)
  if (ctx.now < window.from && !moves)
    throw refuse('NOT_YET', `${bookingRefusals.NOT_YET}，最早 ${shownAt(window.from, ctx.env.CAMPUS_TZ)}`)
  if (window.until && ctx.now > window.until) throw refuse('START_TOO_LATE', bookingRefusals.START_TOO_LATE)
  await requireFreeSeat(ctx, b)
  if (moves) return steppedOf(await startNow(ctx, b, b.period))
  return steppedOf(
    await seated(ctx, () => take(ctx, b, 'start', 'in_use', { changes: { startedAt: ctx.now } })),
  )
}

/** The work on delivered samples begins outside of their slot: the slot comes along, where that is free. */
async function startNow(ctx: Ctx, b: Loaded, slot: Interval): Promise<Loaded> {
  const from = new Date(Math.floor(ctx.now.getTime() / 60_000) * 60_000)
  const period = { from, to: addMinutes(from, minutesOf(slot)) }
  const detail = { startAt: slot.from, endAt: slot.to, seat: b.seat }
  return placeSamples(ctx, b, period, b.seat, 'startAt', () =>
    seated(ctx, () => take(ctx, b, 'start', 'in_use', { changes: { startedAt: ctx.now, period }, detail })),
  )
}

export async function finish(ctx: Ctx, { params }: Parsed<typeof bookingCalls.finish>) {
  return steppedOf(
    await finishUse(ctx, await load(ctx, params.id), { event: 'finish', at: ctx.now, endKind: 'finished' }),
  )
}
export async function handOver(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.handOver>) {
  return steppedOf(
    await finishUse(ctx, await load(ctx, params.id), {
      event: 'hand_over',
      at: ctx.now,
      endKind: 'handed_over',
      reason: body.reason,
    }),
  )
}
export async function fault(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.fault>) {
  const b = await load(ctx, params.id)
  const after = await finishUse(ctx, b, {
    event: 'fault',
    at: ctx.now,
    endKind: 'fault',
    reason: body.reason,
  })
  await announce(ctx, 'booking.faulted', { bookingId: b.id, deviceId: b.deviceId, fault: body.reason })
  return steppedOf(after)
}

/** A device was reported broken: whoever uses it cannot go on, and pays for no more than he used. */
export async function endFaulty(ctx: Ctx, deviceId: number, note: string | null): Promise<void> {
  for (const id of await runningOn(ctx, deviceId)) {
    await finishUse(ctx, await loadForSystem(ctx, id), {
      event: 'fault',
      at: ctx.now,
      endKind: 'fault',
      reason: note ?? '仪器故障',
    })
  }
}

export interface Ended {
  event: 'finish' | 'hand_over' | 'fault'
  at: Date
  endKind: UseEnd
  reason?: string | null
}
/** Ends a use: what is left of its time is free for others, and a test order can be filled. */
export async function finishUse(
  ctx: Ctx,
  b: Loaded,
  { event, at, endKind, reason = null }: Ended,
): Promise<Loaded> {
  const finishedAt = b.startedAt && b.startedAt > at ? b.startedAt : at
  const after = await take(ctx, b, event, 'awaiting_test_order', { reason, changes: { finishedAt, endKind } })
  await announce(ctx, 'booking.finished', {
    bookingId: b.id,
    deviceId: b.deviceId,
    labId: b.labId,
    finishedAt,
    bySystem: ctx.actor === null,
  })
  await tellFreed(ctx, b)
  return after
}

/** The reviewer gives delivered samples another time; whoever sent them is told, and why. */
export async function reschedule(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.reschedule>) {
  const b = await load(ctx, params.id)
  bookingFlow.judge(b.state, 'reschedule', b.roles, { reason: body.reason })
  if (b.kind !== 'sample_delivery') throw refuse('SAMPLES_ONLY', bookingRefusals.SAMPLES_ONLY)
  const period = { from: new Date(body.startAt), to: new Date(body.endAt) }
  const detail = { startAt: b.startAt, endAt: b.endAt, seat: b.seat, estimateFen: b.estimateFen }
  const after = await placeSamples(ctx, b, period, body.seat ?? null, 'startAt', (seat) =>
    take(ctx, b, 'reschedule', b.state, {
      reason: body.reason,
      changes: {
        period,
        seat,
        quote: requote(b.quote, { minutes: minutesOf(period), samples: b.sampleCount }),
      },
      detail,
    }),
  )
  return steppedOf(after)
}

export async function cancel(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.cancel>) {
  const b = await load(ctx, params.id)
  bookingFlow.judge(b.state, 'cancel', b.roles)
  const terms = cancelTerms(b, b, ctx.now, isDown(b))
  if (!terms) throw refuse('CANCEL_TOO_LATE', bookingRefusals.CANCEL_TOO_LATE)
  const after = await take(ctx, b, 'cancel', 'cancelled', {
    reason: body.reason,
    changes: { cancelFeeFen: terms.feeFen },
    detail: terms,
  })
  await announce(ctx, 'booking.cancelled', {
    bookingId: b.id,
    deviceId: b.deviceId,
    labId: b.labId,
    feeFen: terms.feeFen,
    violation: terms.violation,
  })
  return steppedOf(after)
}
