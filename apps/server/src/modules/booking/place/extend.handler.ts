import { bookingRefusals } from '@portal/contract/booking/booking'
import { type bookingCalls } from '@portal/contract/booking/calls'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { Refusal } from '../../../kernel/refuse.ts'
import { shownAt } from '../../../kernel/time.ts'
import { bookingFlow } from '../booking.flow.ts'
import { bookings } from '../booking.process.ts'
import { because } from '../reasons.rules.ts'
import { showStepped } from '../booking.view.ts'
import { turnDown } from './alternatives.action.ts'
import { place } from './placing.action.ts'
import {
  type Placed,
  requirePlaced,
  type Judged,
  judgeExtended,
  findExtensionAlternatives,
  findExtensionEnd,
} from './extension.action.ts'

export async function extend(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.extend>) {
  const held = await bookings.load(ctx, params.id)
  const b = requirePlaced(held.row)
  bookingFlow.admit(b.state, 'extend', held.roles)
  const to = new Date(body.endAt)
  const after = await place(
    ctx,
    b.deviceId,
    async () => {
      const judged = await judgeExtended(ctx, b, to, true)
      if (judged.reasons.length > 0) throw await turnDownExtension(ctx, b, to, judged)
      return judged
    },
    ({ quote }) =>
      bookings.take(ctx, held, 'extend', {
        changes: {
          period: { from: b.period.from, to },
          quote,
          ...(b.heldFen > 0 && { heldFen: quote.totalFen }),
        },
        detail: { endAt: b.period.to, estimateFen: b.estimateFen },
      }),
    (judged) => turnDownExtension(ctx, b, to, { ...judged, reasons: [because('OVERLAPS', 'endAt')] }),
  )
  return showStepped(after)
}

/** Builds the refusal: the latest possible end and other free slots for the added time. */
async function turnDownExtension(ctx: Ctx, b: Placed, to: Date, judged: Judged): Promise<Refusal> {
  const { reasons } = judged
  if (!reasons.some((r) => r.code === 'OVERLAPS')) return turnDown(reasons)
  const until = await findExtensionEnd(ctx, b)
  const message = until
    ? `${bookingRefusals.OVERLAPS}，最晚可延长至 ${shownAt(until, ctx.env.CAMPUS_TZ)}`
    : bookingRefusals.OVERLAPS
  return turnDown(
    reasons.map((r) => (r.code === 'OVERLAPS' ? { ...r, message } : r)),
    await findExtensionAlternatives(ctx, b, to, judged),
  )
}
