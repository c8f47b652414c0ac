import type {
  bookingCalls,
  BookingRole,
  BookingState,
  SampleEvent,
  SampleState,
} from '@portal/contract/booking/booking'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../../kernel/ctx.ts'
import { screensOf } from '../../../kernel/live.ts'
import { notFound, refuse } from '../../../kernel/refuse.ts'
import { bookings } from '../booking.process.ts'
import { sampleFlow } from './sample.flow.ts'
import * as store from './sample.store.ts'

/** Only what has been agreed to is taken in. */
const receives: ReadonlySet<BookingState> = new Set(['awaiting_use', 'in_use'])

export const sampleOf = (sample: store.SampleRow, state: BookingState, roles: ReadonlySet<BookingRole>) => ({
  ...sample,
  can: sampleFlow.can(sample.state, roles).filter((event) => event !== 'receive' || receives.has(state)),
})

/** Samples that come, go back or stay. */
export async function move(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.samples>) {
  const { row: b, roles } = await bookings.load(ctx, params.id)
  const all = await store.ofBooking(ctx, b.id)
  const chosen = body.sampleIds.map((id) => all.find((s) => s.id === id) ?? refuseUnknown())
  if (body.event === 'receive' && !receives.has(b.state))
    throw refuse('STATE', '预约通过审核后才能收样', { status: 409 })
  await step(ctx, b.id, body.event, chosen, roles)
  ctx.live(`device:${b.deviceId}`, ...screensOf(b.bookerId, b.experimenterId, b.payerId))
  return { samples: (await store.ofBooking(ctx, b.id)).map((s) => sampleOf(s, b.state, roles)) }
}
const refuseUnknown = (): never => {
  throw notFound('样品')
}

async function step(
  ctx: Ctx,
  bookingId: number,
  event: SampleEvent,
  samples: readonly { id: number; state: SampleState }[],
  roles: ReadonlySet<BookingRole>,
): Promise<void> {
  const moves = samples.map((s) => ({
    id: s.id,
    from: s.state,
    to: sampleFlow.judge(s.state, event, roles).to,
  }))
  if (moves.length > 0 && (await store.move(ctx, bookingId, event, moves)) !== moves.length)
    throw refuse('TOO_LATE', '样品状态已被他人修改，请刷新后查看', { status: 409 })
}

/** What was done is on paper: samples that were still waiting for their test have had it, save those it says were not tested. */
export async function markTested(ctx: Ctx, bookingId: number, untested: readonly number[]): Promise<void> {
  const waiting = (await store.ofBooking(ctx, bookingId)).filter(
    (s) => (s.state === 'declared' || s.state === 'received') && !untested.includes(s.id),
  )
  await step(ctx, bookingId, 'test', waiting, new Set(['system']))
}
