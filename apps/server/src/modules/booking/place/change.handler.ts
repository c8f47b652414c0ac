import { bookingRefusals } from '@portal/contract/booking/booking'
import { type bookingCalls } from '@portal/contract/booking/calls'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../../kernel/ctx.ts'
import { refuseField } from '../../../kernel/refuse.ts'
import { keepBound, type Asked } from '../../form/form.service.ts'
import { admitNaming } from '../../people/people.service.ts'
import { findNextState } from '../approvals.rules.ts'
import { replaceFiles } from './attachment.action.ts'
import { bookingFlow } from '../booking.flow.ts'
import { bookings } from '../booking.process.ts'
import { because } from '../reasons.rules.ts'
import type * as store from '../booking.store.ts'
import { showStepped } from '../booking.view.ts'
import { accept } from './accepting.action.ts'
import { judgeAsked } from './judging.action.ts'
import { findHelp, turnDown } from './alternatives.action.ts'
import { place } from './placing.action.ts'
import { requireKnown } from './purpose.action.ts'
import { chooseNew, judgeSamples } from '../use/sample.action.ts'
import * as samples from '../use/sample.store.ts'
import { pickTerms, splitPeriod } from '../timing.rules.ts'
import { countSamples, readWish } from './wish.rules.ts'

/** Changes time, samples, payer and so on before all have approved; the approvals start again. */
export async function change(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.change>) {
  const held = await bookings.load(ctx, params.id)
  const { row: b, roles } = held
  bookingFlow.admit(b.state, 'change', roles)
  if (b.kind === 'self_operated' && !body.startAt)
    throw refuseField('startAt', '请选择预约时段', 'BAD_REQUEST')
  if (b.kind === 'sample_delivery' && body.samples.length === 0)
    throw refuseField('samples', bookingRefusals.SAMPLES_MISSING, 'SAMPLES_MISSING')
  await requireKnown(ctx, body, b)
  const wish = readWish(b, { ...body, sampleCount: countSamples(body.samples) })
  admitNaming(ctx, [wish.experimenterId, wish.payerId], [b.bookerId, b.experimenterId, b.payerId])
  let asked: Asked | null = null
  const after = await place(
    ctx,
    b.deviceId,
    async () => {
      const judged = await judgeAsked(ctx, wish, ctx.me, { write: true })
      asked = judged.row.askedForm
      return { judged, overridden: await accept(ctx, judged, body.override) }
    },
    async ({ judged, overridden }) => {
      const { asked, quote, row, seat } = judged
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
        // Undefined fields keep their value.
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
        terms: pickTerms(row.opening),
      }
      const detail = {
        ...splitPeriod(b.period),
        seat: b.seat,
        estimateFen: b.estimateFen,
        payerId: b.payerId,
        overridden,
      }
      return bookings.take(ctx, held, 'change', { to: findNextState(null, judged.needs), changes, detail })
    },
    async ({ judged }) => {
      const reasons = [because('OVERLAPS', 'startAt')]
      return turnDown(reasons, await findHelp(ctx, judged, reasons))
    },
  )
  const before = await samples.findSamples(ctx.db, b.id)
  const answered = await judgeSamples(ctx, b.deviceId, body.samples, before)
  await samples.removeDeclared(ctx, b.id)
  await samples.add(ctx, b.id, chooseNew(answered, before))
  await replaceFiles(ctx, b.id, body.attachmentIds)
  await keepBound(ctx, { bookingId: b.id, occasion: 'booking', asked, given: body.answers, again: true })
  return showStepped(after)
}
