import { bookingRefusals, type bookingCalls } from '@portal/contract/booking/booking'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Taking } from '../../../kernel/binding.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { refuseField } from '../../../kernel/refuse.ts'
import { localOf } from '../../../kernel/time.ts'
import { judgeCard, lockCards } from '../../fund-card/fund-card.service.ts'
import type { Interval } from '../../opening/opening.rules.ts'
import { asksWithYes, awaitedAfter } from '../approvals.rules.ts'
import { approvalOfState, bookingFlow, type Approval } from '../booking.flow.ts'
import { bookings, wantedOf, type Held, type Loaded } from '../booking.process.ts'
import { because, judgeAssignment, needsCard, seatFor } from '../booking.rules.ts'
import * as store from '../booking.store.ts'
import { steppedOf } from '../booking.view.ts'
import * as facts from '../place/facts.store.ts'
import { alternativesFor, needsOf, requote, turnDown } from '../place/judging.action.ts'
import { judgePayer } from '../place/payer.handler.ts'
import { place } from '../place/placing.action.ts'
import { instantsOf, minutesOf, periodOf, timely } from '../timing.rules.ts'

type Approve = Parsed<typeof bookingCalls.approve>['body']

/** What a step writes, and what is said of it. */
type About = Pick<Taking<store.Changes>, 'reason' | 'changes' | 'detail'>

export async function approve(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.approve>) {
  return steppedOf(await approveSeen(ctx, await bookings.hold(ctx, params.id, body), body))
}

/** One approval: the payer names his card, the reviewer of delivered samples their time; then whoever is next is asked. */
export async function approveSeen(
  ctx: Ctx,
  held: Held,
  { reason, fundCardId, assign }: Pick<Approve, 'reason' | 'fundCardId' | 'assign'>,
): Promise<Loaded> {
  const { row: b, roles } = held
  bookingFlow.admit(b.state, 'approve', roles)
  if (!timely('approve', { ...b, roles }, b, ctx.now)) throw turnDown([because('PAST')])
  const approval = approvalOfState[b.state]
  if (approval === 'payer') {
    // Whoever leaves may have named him, and he may have lost his card since.
    await refusePayer(ctx, b)
    return pass(ctx, held, approval, { reason, changes: await cardOf(ctx, b, fundCardId ?? b.fundCardId) })
  }
  if (asksWithYes(b).time) {
    const period = assign ? periodOf(assign) : b.period
    if (!period) throw refuseField('assign', bookingRefusals.PERIOD_MISSING, 'PERIOD_MISSING')
    return assignTo(ctx, held, period, assign?.seat ?? null, reason)
  }
  return pass(ctx, held, approval ?? null, { reason })
}

async function pass(ctx: Ctx, held: Held, approval: Approval | null, about: About): Promise<Loaded> {
  const { row: b } = held
  const estimateFen = about.changes?.quote?.totalFen ?? b.estimateFen
  const byCard = needsCard(b.payMode, b.fundCardRequired, estimateFen)
  const needs = await needsOf(ctx, { ...b, userType: b.bookerUserType, estimateFen, byCard })
  // Those after the payer who had agreed before his payment was lost are not asked again.
  const before = approval === 'payer' ? await store.interruptedAt(ctx, b.id) : undefined
  return bookings.take(ctx, held, 'approve', { ...about, to: before ?? awaitedAfter(approval, needs) })
}

/** Somebody else is to pay: he agrees, unless the booker takes it upon himself. */
export async function namePayer(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.namePayer>) {
  const { stateAt } = body
  const held = await bookings.hold(ctx, params.id, stateAt ? { state: 'awaiting_payer', stateAt } : null)
  const { row: b, roles } = held
  bookingFlow.admit(b.state, 'name_payer', roles)
  if (!timely('approve', { ...b, roles }, b, ctx.now)) throw turnDown([because('PAST')])
  const { payerId, fundCardId = null } = body
  await refusePayer(ctx, { ...b, payerId })
  const himself = payerId === b.bookerId && payerId === ctx.me.id
  if (!himself) {
    if (fundCardId !== null) throw turnDown([because('CARD_OF_PAYER', 'fundCardId')])
    return steppedOf(
      await bookings.take(ctx, held, 'name_payer', {
        to: 'awaiting_payer',
        changes: { payerId, fundCardId: null },
        detail: { payerId: b.payerId },
      }),
    )
  }
  const changes = { fundCardId: null, ...(await cardOf(ctx, { ...b, payerId }, fundCardId)), payerId }
  const byCard = needsCard(b.payMode, b.fundCardRequired, b.estimateFen)
  const needs = await needsOf(ctx, { ...b, payerId, userType: b.bookerUserType, byCard })
  const to = (await store.interruptedAt(ctx, b.id)) ?? awaitedAfter('payer', needs)
  const detail = { payerId: b.payerId }
  return steppedOf(await bookings.take(ctx, held, 'name_payer', { to, changes, detail }))
}

async function refusePayer(ctx: Ctx, b: Loaded): Promise<void> {
  const reasons = await judgePayer(ctx, b)
  if (reasons.length > 0) throw turnDown(reasons)
}

async function cardOf(ctx: Ctx, b: Loaded, fundCardId: number | null): Promise<store.Changes> {
  if (fundCardId === null) {
    if (needsCard(b.payMode, b.fundCardRequired, b.estimateFen))
      throw turnDown([because('FUND_CARD_MISSING', 'fundCardId')])
    return {}
  }
  const { day } = localOf(ctx.now, ctx.env.CAMPUS_TZ)
  const use = { cardId: fundCardId, userId: b.payerId, amountFen: b.estimateFen, day }
  const reasons = await judgeCard(ctx, { ...use, wanted: wantedOf(ctx, b) })
  if (reasons.length > 0) throw turnDown(reasons)
  return { fundCardId }
}

/** Gives delivered samples their time. The price follows where it goes by time. */
const assignTo = (
  ctx: Ctx,
  held: Held,
  period: Interval,
  asked: number | null,
  reason: string | null,
): Promise<Loaded> =>
  placeSamples(ctx, held.row, period, asked, 'assign', (seat) =>
    pass(ctx, held, 'reviewer', {
      reason,
      changes: {
        period,
        seat,
        quote: requote(held.row.quote, { minutes: minutesOf(period), samples: held.row.sampleCount }),
      },
      detail: { ...instantsOf(period), seat },
    }),
  )

/** Puts delivered samples into a time that is free, or says which is. `field`: where the form asks for it. */
export async function placeSamples(
  ctx: Ctx,
  b: Loaded,
  period: Interval,
  asked: number | null,
  field: string,
  write: (seat: number) => Promise<Loaded>,
): Promise<Loaded> {
  const conflict = async (reasons = [because('OVERLAPS', field)]) => {
    const alternatives = await alternativesFor(ctx, {
      deviceId: b.deviceId,
      period,
      seat: asked,
      exceptId: b.id,
      opening: { ...b, noticeMinutes: 0, horizonDays: ASSIGN_DAYS },
    })
    return turnDown(reasons, alternatives)
  }
  return place(
    ctx,
    b.deviceId,
    async () => {
      const taken = await facts.findTaken(ctx.db, b.deviceId, period, b.id)
      const reasons = judgeAssignment(
        period,
        asked,
        { labEnabled: b.labEnabled, capacity: b.capacity, taken },
        ctx.now,
      )
      if (reasons.length > 0) throw await conflict(reasons)
      return seatFor(asked, b.capacity, taken) ?? 1 // none free was a reason
    },
    write,
    () => conflict(),
  )
}
/** How far ahead free time for delivered samples is looked for. */
const ASSIGN_DAYS = 60

export async function refuse(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.refuse>) {
  const { reason } = body
  return steppedOf(await bookings.take(ctx, await bookings.hold(ctx, params.id, body), 'refuse', { reason }))
}

export async function revoke(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.revoke>) {
  const { reason } = body
  return steppedOf(await bookings.take(ctx, await bookings.load(ctx, params.id), 'revoke', { reason }))
}

/** Many at once, each for itself. */
export async function decide(ctx: Ctx, { body }: Parsed<typeof bookingCalls.decide>) {
  const { event, reason, items } = body
  // Cards before bookings and in their own order, so that two who decide at once do not wait for each other in a circle.
  if (event === 'approve')
    await lockCards(
      ctx,
      await store.cardsOf(
        ctx,
        items.map((i) => i.id),
      ),
    )
  const verdicts = await bookings.eachOf(ctx, items, async (held) => {
    const { row: b } = held
    if (event === 'approve' && b.state === 'awaiting_reviewer' && b.kind === 'sample_delivery' && !b.period)
      throw refuseField('assign', bookingRefusals.ONE_BY_ONE, 'ONE_BY_ONE')
    return event === 'approve'
      ? approveSeen(ctx, held, { reason })
      : bookings.take(ctx, held, 'refuse', { reason })
  })
  return { verdicts }
}
