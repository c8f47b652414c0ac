import { bookingRefusals, type bookingCalls } from '@portal/contract/booking/booking'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../../kernel/ctx.ts'
import { refuseField } from '../../../kernel/refuse.ts'
import { awaitedAfter } from '../approvals.rules.ts'
import { replaceFiles } from './attachment.handler.ts'
import { bookingFlow } from '../booking.flow.ts'
import { bookings, type Loaded } from '../booking.process.ts'
import { because } from '../booking.rules.ts'
import type * as store from '../booking.store.ts'
import { steppedOf } from '../booking.view.ts'
import { accept, countOf } from './create.handler.ts'
import { helpFor, judgeAsked, turnDown, type Wished } from './judging.action.ts'
import { place } from './placing.action.ts'
import { requireKnown } from './purpose.action.ts'
import * as samples from '../use/sample.store.ts'
import { instantsOf, periodOf } from '../timing.rules.ts'

type Body = Parsed<typeof bookingCalls.change>['body']

/** Another time, other samples, another payer, as long as not everybody has agreed: then the round of approvals starts again. */
export async function change(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.change>) {
  const held = await bookings.load(ctx, params.id)
  const { row: b, roles } = held
  bookingFlow.admit(b.state, 'change', roles)
  if (b.kind === 'self_operated' && !body.startAt)
    throw refuseField('startAt', '请选择预约时段', 'BAD_REQUEST')
  if (b.kind === 'sample_delivery' && body.samples.length === 0)
    throw refuseField('samples', bookingRefusals.SAMPLES_MISSING, 'SAMPLES_MISSING')
  await requireKnown(ctx, body, b)
  const after = await place(
    ctx,
    b.deviceId,
    async () => {
      const judged = await judgeAsked(ctx, wishedOf(b, body), ctx.me, { write: true })
      return { judged, overridden: await accept(ctx, judged, body.override) }
    },
    async ({ judged, overridden }) => {
      const { asked, quote, seat } = judged
      if (!quote) throw new Error('what was accepted has a price')
      const changes: store.Changes = {
        period: asked.period,
        seat: seat ?? 1,
        quote,
        fundCardId: asked.fundCardId,
        experimenterId: asked.experimenterId,
        payerId: asked.payerId,
        payMode: asked.payMode,
        purpose: body.purpose,
        // Undefined is left out, and stays as it was.
        project: body.project,
        projectNumber: body.projectNumber,
        nature: body.nature,
        fundingSource: body.fundingSource,
        disciplines: body.disciplines,
        serviceMode: body.serviceMode,
        phone: body.phone,
        remark: body.remark,
        sampleCount: asked.sampleCount,
        overridden: overridden.length ? overridden : null,
      }
      const detail = {
        ...instantsOf(b.period),
        seat: b.seat,
        estimateFen: b.estimateFen,
        payerId: b.payerId,
        overridden,
      }
      return bookings.take(ctx, held, 'change', { to: awaitedAfter(null, judged.needs), changes, detail })
    },
    async ({ judged }) => {
      const reasons = [because('OVERLAPS', 'startAt')]
      return turnDown(reasons, await helpFor(ctx, judged, reasons))
    },
  )
  await samples.removeDeclared(ctx, b.id)
  await samples.add(ctx, b.id, body.samples)
  await replaceFiles(ctx, b.id, body.attachmentIds)
  return steppedOf(after)
}

type Wish = Pick<
  Body,
  'startAt' | 'endAt' | 'seat' | 'experimenterId' | 'payerId' | 'payMode' | 'fundCardId'
> & { samples: readonly { count: number }[] }
export const wishedOf = (b: Loaded, body: Wish): Wished => ({
  deviceId: b.deviceId,
  kind: b.kind,
  period: periodOf(body),
  seat: body.seat ?? null,
  experimenterId: body.experimenterId ?? b.bookerId,
  payerId: body.payerId ?? null,
  payMode: body.payMode,
  fundCardId: body.fundCardId ?? null,
  sampleCount: countOf(body.samples),
  exceptId: b.id,
})
