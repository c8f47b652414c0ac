import type { bookingCalls } from '@portal/contract/booking/calls'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../../kernel/ctx.ts'
import { listScreens } from '../../../kernel/live.ts'
import { notFound, refuse } from '../../../kernel/refuse.ts'
import { sayRows } from '../../form/form.service.ts'
import { bookings } from '../booking.process.ts'
import * as store from './sample.store.ts'
import { receivingStates, showSample } from './sample.view.ts'
import { moveSamples } from './sample.action.ts'

/** Receives, returns or keeps samples. */
export async function moveChosen(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.samples>) {
  const { row: b, roles } = await bookings.load(ctx, params.id)
  const all = await store.findSamples(ctx.db, b.id)
  const chosen = body.sampleIds.map((id) => all.find((s) => s.id === id) ?? refuseUnknown())
  if (body.event === 'receive' && !receivingStates.has(b.state))
    throw refuse('STATE', '预约通过审核后才能收样', { status: 409 })
  await moveSamples(ctx, b.id, body.event, chosen, roles)
  ctx.live(`device:${b.deviceId}`, ...listScreens(b.bookerId, b.experimenterId, b.payerId))
  const moved = await store.findSamples(ctx.db, b.id)
  const { cells } = await sayRows(
    ctx,
    moved.map((s) => s.answers),
  )
  return { samples: moved.map((s, i) => showSample(s, cells[i] ?? [], b.state, roles)) }
}
const refuseUnknown = (): never => {
  throw notFound('样品')
}
