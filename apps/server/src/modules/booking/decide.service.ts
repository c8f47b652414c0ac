import { bookingRefusals, bookingStateWords, type bookingCalls } from '@portal/contract/booking/booking'
import type { Parsed } from '@portal/contract/kernel/call'
import { eachByItself } from '../../kernel/batch.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { tooLate } from '../../kernel/flow-log.store.ts'
import { refuseField } from '../../kernel/refuse.ts'
import { localOf } from '../../kernel/time.ts'
import { judgeCard, lockCards } from '../fund-card/fund-card.service.ts'
import type { Interval } from '../opening/opening.rules.ts'
import { awaitedAfter } from './approvals.rules.ts'
import { approvalOfState, bookingFlow, type Approval } from './booking.flow.ts'
import { because, judgeAssignment, needsCard, seatFor } from './booking.rules.ts'
import * as store from './booking.store.ts'
import { periodOf } from './create.service.ts'
import * as facts from './facts.store.ts'
import { alternativesFor, needsOf, requote, turnDown } from './judging.service.ts'
import { judgePayer } from './payer.service.ts'
import { place } from './placing.service.ts'
import { load, minutesOf, steppedOf, take, wantedOf, type Loaded, type StepAbout } from './steps.service.ts'
import { timely } from './timing.rules.ts'

type Approve = Parsed<typeof bookingCalls.approve>['body']

/** The booking as the person saw it; somebody else may have acted in the meantime. */
async function loadSeen(
  ctx: Ctx,
  id: number,
  seen: { state: string; stateAt?: string | null | undefined },
  event: 'approve' | 'refuse' | 'name_payer',
): Promise<Loaded> {
  const moved = (b: Loaded) =>
    b.state !== seen.state || Boolean(seen.stateAt && Date.parse(seen.stateAt) !== b.stateAt.getTime())
  const b = await load(ctx, id)
  // Somebody may also have acted between the look at the booking and the look at who is awaited: he is told that, not that it is not his to judge.
  if (moved(b) || (!bookingFlow.can(b.state, b.roles).includes(event) && moved(await load(ctx, id))))
    throw await tooLate(ctx, 'booking', id)
  return b
}

export async function approve(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.approve>) {
  return steppedOf(await approveSeen(ctx, await loadSeen(ctx, params.id, body, 'approve'), body))
}

/** One approval: the payer names his card, the reviewer of delivered samples their time; then whoever is next is asked. */
export async function approveSeen(
  ctx: Ctx,
  b: Loaded,
  { reason, fundCardId, assign }: Pick<Approve, 'reason' | 'fundCardId' | 'assign'>,
): Promise<Loaded> {
  bookingFlow.judge(b.state, 'approve', b.roles)
  if (!timely('approve', b, b, ctx.now)) throw turnDown([because('PAST')])
  const approval = approvalOfState[b.state]
  if (approval === 'payer') {
    // Whoever leaves may have named him, and he may have lost his card since.
    await refusePayer(ctx, b)
    return pass(ctx, b, approval, { reason, changes: await cardOf(ctx, b, fundCardId ?? b.fundCardId) })
  }
  if (approval === 'reviewer' && b.kind === 'sample_delivery') {
    const period = assign ? periodOf(assign) : b.period
    if (!period) throw refuseField('assign', bookingRefusals.PERIOD_MISSING, 'PERIOD_MISSING')
    return assignTo(ctx, b, period, assign?.seat ?? null, reason)
  }
  return pass(ctx, b, approval ?? null, { reason })
}

async function pass(ctx: Ctx, b: Loaded, approval: Approval | null, about: StepAbout): Promise<Loaded> {
  const estimateFen = about.changes?.quote?.totalFen ?? b.estimateFen
  const byCard = needsCard(b.payMode, b.fundCardRequired, estimateFen)
  const needs = await needsOf(ctx, { ...b, userType: b.bookerUserType, estimateFen, byCard })
  // Those after the payer who had agreed before his payment was lost are not asked again.
  const before = approval === 'payer' ? await store.interruptedAt(ctx, b.id) : undefined
  return take(ctx, b, 'approve', before ?? awaitedAfter(approval, needs), about)
}

/** Somebody else is to pay: he agrees, unless the booker takes it upon himself. */
export async function namePayer(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.namePayer>) {
  const { stateAt } = body
  const b = stateAt
    ? await loadSeen(ctx, params.id, { state: 'awaiting_payer', stateAt }, 'name_payer')
    : await load(ctx, params.id)
  bookingFlow.judge(b.state, 'name_payer', b.roles)
  if (!timely('approve', b, b, ctx.now)) throw turnDown([because('PAST')])
  const { payerId, fundCardId = null } = body
  await refusePayer(ctx, { ...b, payerId })
  const himself = payerId === b.bookerId && payerId === ctx.me.id
  if (!himself) {
    if (fundCardId !== null) throw turnDown([because('CARD_OF_PAYER', 'fundCardId')])
    return steppedOf(
      await take(ctx, b, 'name_payer', 'awaiting_payer', {
        changes: { payerId, fundCardId: null },
        detail: { payerId: b.payerId },
      }),
    )
  }
  const changes = { fundCardId: null, ...(await cardOf(ctx, { ...b, payerId }, fundCardId)), payerId }
  const byCard = needsCard(b.payMode, b.fundCardRequired, b.estimateFen)
  const needs = await needsOf(ctx, { ...b, payerId, userType: b.bookerUserType, byCard })
  const to = (await store.interruptedAt(ctx, b.id)) ?? awaitedAfter('payer', needs)
  return steppedOf(await take(ctx, b, 'name_payer', to, { changes, detail: { payerId: b.payerId } }))
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
  b: Loaded,
  period: Interval,
  asked: number | null,
  reason: string | null,
): Promise<Loaded> =>
  placeSamples(ctx, b, period, asked, 'assign', (seat) =>
    pass(ctx, b, 'reviewer', {
      reason,
      changes: {
        period,
        seat,
        quote: requote(b.quote, { minutes: minutesOf(period), samples: b.sampleCount }),
      },
      detail: { startAt: period.from, endAt: period.to, seat },
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
  return steppedOf(await take(ctx, await loadSeen(ctx, params.id, body, 'refuse'), 'refuse', 'refused', body))
}

export async function revoke(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.revoke>) {
  return steppedOf(await take(ctx, await load(ctx, params.id), 'revoke', 'revoked', body))
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
  const verdicts = await eachByItself(ctx, items, async (item) => {
    const b = await loadSeen(ctx, item.id, item, event)
    if (event === 'approve' && b.state === 'awaiting_reviewer' && b.kind === 'sample_delivery' && !b.period)
      throw refuseField('assign', bookingRefusals.ONE_BY_ONE, 'ONE_BY_ONE')
    const { state } =
      event === 'approve'
        ? await approveSeen(ctx, b, { reason })
        : await take(ctx, b, 'refuse', 'refused', { reason })
    return { state, message: bookingStateWords[state] }
  })
  ctx.target = `booking ${items.map((i) => i.id).join(' ')}`
  return { verdicts }
}
