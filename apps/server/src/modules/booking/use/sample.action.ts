import type { BookingRole, SampleEvent, SampleState } from '@portal/contract/booking/booking'
import type { Ctx } from '../../../kernel/ctx.ts'
import { refuse } from '../../../kernel/refuse.ts'
import * as store from './sample.store.ts'

export async function moveSamples(
  ctx: Ctx,
  bookingId: number,
  event: SampleEvent,
  samples: readonly { id: number; state: SampleState }[],
  roles: ReadonlySet<BookingRole>,
): Promise<void> {
  const from = [...new Set(samples.map((s) => s.state))]
  const ids = samples.map((s) => s.id)
  const moved = await store.move(ctx, bookingId, ids, { event, from, by: roles })
  if (moved.length !== samples.length)
    throw refuse('TOO_LATE', '样品状态已被他人修改，请刷新后查看', { status: 409 })
}

/**
 * What was done is on paper: samples that were still waiting for their test have had it, save those it says
 * were not tested.
 */
export async function markTested(ctx: Ctx, bookingId: number, untested: readonly number[]): Promise<void> {
  const waiting = (await store.findSamples(ctx.db, bookingId)).filter(
    (s) => (s.state === 'declared' || s.state === 'received') && !untested.includes(s.id),
  )
  await moveSamples(ctx, bookingId, 'test', waiting, new Set(['system']))
}
