import type { bookingCalls } from '@portal/contract/booking/booking'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../../kernel/ctx.ts'
import { together } from '../../../kernel/together.ts'
import { awaitedAfter } from '../approvals.rules.ts'
import { joinFiles } from './attachment.handler.ts'
import { bookingFlow } from '../booking.flow.ts'
import { bookings, type Begun } from '../booking.process.ts'
import { because, seatFor, setAside } from '../booking.rules.ts'
import * as store from '../booking.store.ts'
import { steppedOf } from '../booking.view.ts'
import * as facts from './facts.store.ts'
import { holdAt } from '../hold.rules.ts'
import { alternativesFor, helpFor, judgeAsked, turnDown, type Judged, type Wished } from './judging.action.ts'
import { requireKnown } from './purpose.action.ts'
import * as samples from '../use/sample.store.ts'
import { standingAt } from '../standing.store.ts'
import { periodOf } from '../timing.rules.ts'

type Body = Parsed<typeof bookingCalls.create>['body']

export const countOf = (rows: readonly { count: number }[]): number =>
  rows.reduce((sum, s) => sum + s.count, 0)

export async function create(ctx: Ctx, { body }: Parsed<typeof bookingCalls.create>) {
  const [judged] = await together([
    judgeAsked(ctx, wishedOf(ctx, body), ctx.me, { write: true }),
    requireKnown(ctx, body),
  ])
  const overridden = await accept(ctx, judged, body.override)
  const { row, asked, quote } = judged
  const state = awaitedAfter(null, judged.needs)
  if (row.nextId === null || !quote)
    throw new Error('judged for writing, a booking has its key and, accepted, its price')
  const booking: store.NewBooking = {
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
    heldFen: holdAt(state, asked.payMode, quote.totalFen),
    sampleCount: asked.sampleCount,
    remark: body.remark ?? null,
    overridden,
  }
  const begun: Begun = {
    ...booking,
    stateAt: ctx.now,
    movesFen: booking.heldFen,
    deviceName: row.deviceName,
    labDeptId: row.labDeptId,
    bookerName: ctx.me.name,
    bookerUserType: ctx.me.userType,
    estimateFen: quote.totalFen,
  }
  // All sent at once, to travel together. Should the seat be lost to somebody faster, they wait for another one or are undone.
  const added = await bookings.beginKnown(ctx, bookingFlow, 'create', {
    by: ['booker'],
    row: begun,
    add: () => store.add(ctx, booking),
    ...(overridden.length && { detail: { overridden } }),
  })
  const seat = added ? booking.seat : await takeAnother(ctx, judged, booking)
  await samples.add(ctx, booking.id, body.samples)
  await joinFiles(ctx, booking.id, body.attachmentIds)
  return steppedOf({
    id: booking.id,
    state,
    period: asked.period,
    seat,
    estimateFen: quote.totalFen,
  })
}

const wishedOf = (ctx: Ctx, body: Body): Wished => ({
  deviceId: body.deviceId,
  kind: body.kind,
  period: periodOf(body),
  seat: body.seat ?? null,
  experimenterId: body.experimenterId ?? ctx.me.id,
  payerId: body.payerId ?? null,
  payMode: body.payMode,
  fundCardId: body.fundCardId ?? null,
  sampleCount: countOf(body.samples),
  exceptId: 0,
})

/** Refuses with every reason, unless somebody who may has set them aside. Answers which were. */
export async function accept(ctx: Ctx, judged: Judged, override: readonly string[]): Promise<string[]> {
  const reasons = [...judged.reasons]
  if (judged.asked.fundCardId !== null && judged.asked.payerId !== ctx.me.id)
    reasons.push(because('CARD_OF_PAYER', 'fundCardId'))
  if (reasons.length === 0) return []
  const { left, overridden } = setAside(
    reasons,
    override,
    override.length > 0 && (await mayOverride(ctx, judged.row.deviceId)),
  )
  if (left.length > 0) throw turnDown(left, await helpFor(ctx, judged, left))
  return overridden
}
export async function mayOverride(ctx: Ctx, deviceId: number): Promise<boolean> {
  const standing = await standingAt(ctx, deviceId)
  return standing.director || standing.admin
}

/** Somebody was faster: another free seat, as long as there is one, else a conflict with what is free instead. */
async function takeAnother(
  ctx: Ctx,
  { asked, row: { opening } }: Judged,
  booking: store.NewBooking,
): Promise<number> {
  const { period } = asked
  if (!period || !opening) throw new Error('only a booking with a time can collide')
  for (;;) {
    const taken = await facts.findTaken(ctx.db, asked.deviceId, period, 0)
    const seat = seatFor(asked.seat, opening.capacity, taken)
    if (seat === null)
      throw turnDown(
        [because('OVERLAPS', 'startAt')],
        await alternativesFor(ctx, { ...asked, period, opening }),
      )
    if (await store.add(ctx, { ...booking, seat })) return seat
  }
}
