import type { bookingCalls } from '@portal/contract/booking/calls'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../../kernel/ctx.ts'
import { together } from '../../../kernel/together.ts'
import { keepBound } from '../../form/form.service.ts'
import { admitNaming } from '../../people/people.service.ts'
import { findNextState } from '../approvals.rules.ts'
import { joinFiles } from './attachment.action.ts'
import { bookingFlow } from '../booking.flow.ts'
import { bookings, type Begun } from '../booking.process.ts'
import { chooseSeat } from '../booking.rules.ts'
import { because } from '../reasons.rules.ts'
import * as writing from '../writing.store.ts'
import { showStepped } from '../booking.view.ts'
import { hasChanged, judgedTooEarly } from './rules.action.ts'
import * as facts from './facts.store.ts'
import { computeHold } from '../hold.rules.ts'
import { judgeAsked, type Judged } from './judging.action.ts'
import { findAlternatives, turnDown } from './alternatives.action.ts'
import { requireKnown } from './purpose.action.ts'
import * as samples from '../use/sample.store.ts'
import { judgeSamples } from '../use/sample.action.ts'
import { accept } from './accepting.action.ts'
import { pickTerms } from '../timing.rules.ts'
import { countSamples, readWish } from './wish.rules.ts'

export async function create(ctx: Ctx, { body }: Parsed<typeof bookingCalls.create>) {
  const wish = readWish(
    { id: 0, deviceId: body.deviceId, kind: body.kind, bookerId: ctx.me.id },
    { ...body, sampleCount: countSamples(body.samples) },
  )
  admitNaming(ctx, [wish.experimenterId, wish.payerId])
  // A retry, after outdated rules or a lost seat, reads the rules from the database and does not pipeline the
  // commit.
  const first = ctx.attempt === 0
  const [judged] = await together([
    judgeAsked(ctx, wish, ctx.me, { write: true, kept: first }),
    requireKnown(ctx, body),
  ])
  const overridden = await accept(ctx, judged, body.override)
  const { row, asked, quote } = judged
  const state = findNextState(null, judged.needs)
  if (row.nextId === null || !quote || row.experimenterType === null)
    throw new Error('judged for writing, a booking has its key and, accepted, its price and who comes')
  const booking: writing.NewBooking = {
    id: row.nextId,
    deviceId: row.deviceId,
    labId: row.labId,
    seat: judged.seat ?? 1,
    kind: asked.kind,
    state,
    period: asked.period,
    bookerId: ctx.me.id,
    experimenterId: asked.experimenterId,
    payerId: asked.payerId,
    purpose: body.purpose,
    project: body.project ?? null,
    projectNumber: body.projectNumber ?? null,
    nature: body.nature ?? null,
    fundingSource: body.fundingSource ?? null,
    disciplines: body.disciplines ?? [],
    serviceMode: body.serviceMode ?? null,
    phone: body.phone ?? null,
    payMode: asked.payMode,
    fundCardId: asked.fundCardId,
    quote,
    heldFen: computeHold(state, asked.payMode, quote.totalFen),
    sampleCount: asked.sampleCount,
    remark: body.remark ?? null,
    overridden,
    terms: pickTerms(row.opening),
    labDeptId: row.labDeptId,
    userDeptId: row.experimenterDeptId,
    userType: row.experimenterType,
    judgedBy: judged.judgedBy,
  }
  const begun: Begun = {
    ...booking,
    stateAt: ctx.now,
    movesFen: booking.heldFen,
    deviceName: row.deviceName,
    bookerName: ctx.me.name,
    bookerUserType: ctx.me.userType,
    fundCardRequired: row.opening?.fundCardRequired ?? false,
    estimateFen: quote.totalFen,
  }
  const begin = <T>(add: () => Promise<T>): Promise<T> =>
    bookings.beginKnown(ctx, bookingFlow, 'create', {
      by: ['booker'],
      row: begun,
      add,
      ...(overridden.length && { detail: { overridden } }),
    })
  const shown = { id: booking.id, state, period: asked.period, estimateFen: quote.totalFen }
  const alone = !row.askedForm && body.samples.length === 0 && body.attachmentIds.length === 0
  if (first && alone && booking.heldFen === 0) {
    // Usual case: all writes and the commit are pipelined; if the booking cannot be written, everything is
    // rolled back.
    await ctx.sendLast(begin(() => writing.addOrFail(ctx, booking)))
    return showStepped({ ...shown, seat: booking.seat })
  }
  // The statements are pipelined. If a concurrent booking took the seat, another seat is tried or everything
  // is rolled back.
  const added = await begin(() => writing.add(ctx, booking))
  const seat = added ? booking.seat : await takeAnother(ctx, judged, booking)
  await samples.add(ctx, booking.id, await judgeSamples(ctx, row.deviceId, body.samples))
  await joinFiles(ctx, booking.id, body.attachmentIds)
  await keepBound(ctx, {
    bookingId: booking.id,
    occasion: 'booking',
    asked: row.askedForm,
    given: body.answers,
    again: false,
  })
  return showStepped({ ...shown, seat })
}

/**
 * Handles an insert that wrote nothing. If the rules have changed, the whole call is retried. Otherwise a
 * concurrent booking took the seat: tries the other free seats, then refuses with a conflict and free slots.
 */
async function takeAnother(
  ctx: Ctx,
  { asked, row: { opening }, schedule, judgedBy }: Judged,
  booking: writing.NewBooking,
): Promise<number> {
  const { period } = asked
  if (judgedBy && (await hasChanged(ctx, asked.deviceId, judgedBy))) throw judgedTooEarly(ctx)
  if (!period || !opening) throw new Error('only a booking with a time can collide')
  for (;;) {
    if (judgedBy && (await hasChanged(ctx, asked.deviceId, judgedBy))) throw judgedTooEarly(ctx)
    const taken = await facts.findTaken(ctx.db, asked.deviceId, period, 0)
    const seat = chooseSeat(asked.seat, opening.capacity, taken)
    if (seat === null)
      throw turnDown(
        [because('OVERLAPS', 'startAt')],
        await findAlternatives(ctx, { ...asked, period, opening, schedule }, { refused: true }),
      )
    if (await writing.add(ctx, { ...booking, seat })) return seat
  }
}
