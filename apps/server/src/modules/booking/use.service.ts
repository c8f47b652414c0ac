import { bookingRefusals, type bookingCalls } from '@portal/contract/booking/booking'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { refuse } from '../../kernel/refuse.ts'
import { shownAt } from '../../kernel/time.ts'
import { bookingFlow } from './booking.flow.ts'
import { load, steppedOf, take, type Loaded } from './steps.service.ts'
import { cancelTerms, isDown, startWindow } from './timing.rules.ts'
import { recordViolation } from './violation.service.ts'

export async function start(ctx: Ctx, { params }: Parsed<typeof bookingCalls.start>) {
  const b = await load(ctx, params.id)
  bookingFlow.judge(b.state, 'start', b.roles)
  const window = startWindow(b, b)
  if (!window) throw refuse('PERIOD_MISSING', bookingRefusals.PERIOD_MISSING)
  if (ctx.now < window.from) throw refuse('NOT_YET', `${bookingRefusals.NOT_YET}，最早 ${shownAt(window.from, ctx.env.CAMPUS_TZ)}`)
  if (window.until && ctx.now > window.until) throw refuse('START_TOO_LATE', bookingRefusals.START_TOO_LATE)
  return steppedOf(await take(ctx, b, 'start', 'in_use', { changes: { startedAt: ctx.now } }))
}

export async function finish(ctx: Ctx, { params }: Parsed<typeof bookingCalls.finish>) {
  return steppedOf(await finishUse(ctx, await load(ctx, params.id), ctx.now))
}

/** Ends a use: what is left of its time is free for others, and a test order can be filled. */
export async function finishUse(ctx: Ctx, b: Loaded, finishedAt: Date): Promise<Loaded> {
  const after = await take(ctx, b, 'finish', 'awaiting_test_order', { changes: { finishedAt } })
  await announce(ctx, 'booking.finished', { bookingId: b.id, deviceId: b.deviceId, labId: b.labId, finishedAt, bySystem: ctx.actor === null })
  return after
}

export async function cancel(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.cancel>) {
  const b = await load(ctx, params.id)
  bookingFlow.judge(b.state, 'cancel', b.roles)
  const terms = cancelTerms(b, b, ctx.now, isDown(b))
  if (!terms) throw refuse('CANCEL_TOO_LATE', bookingRefusals.CANCEL_TOO_LATE)
  const after = await take(ctx, b, 'cancel', 'cancelled', { reason: body.reason, changes: { cancelFeeFen: terms.feeFen }, detail: terms })
  if (terms.violation) await recordViolation(ctx, b, 'late_cancel')
  await announce(ctx, 'booking.cancelled', { bookingId: b.id, deviceId: b.deviceId, labId: b.labId, feeFen: terms.feeFen })
  return steppedOf(after)
}
