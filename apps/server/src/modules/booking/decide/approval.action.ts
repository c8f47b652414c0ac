import { bookingRefusals } from '@portal/contract/booking/booking'
import { type bookingCalls } from '@portal/contract/booking/calls'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Taking } from '../../../kernel/binding.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { refuseField } from '../../../kernel/refuse.ts'
import { findLocal } from '../../../kernel/time.ts'
import { writeEitherWay } from '../../../kernel/write-after.ts'
import { isShort } from '../../fund-card/fund-card.rules.ts'
import { judgeCard } from '../../fund-card/fund-card.service.ts'
import type { Interval } from '../../opening/opening.rules.ts'
import { findYesNeeds, findNextState } from '../approvals.rules.ts'
import { approvalOfState, bookingFlow, type Approval } from '../booking.flow.ts'
import { bookings, describeWanted, loadAsSystem, type Held, type Loaded } from '../booking.process.ts'
import { needsCard } from '../booking.rules.ts'
import { computeHold } from '../hold.rules.ts'
import { lacksSum } from '../news.rules.ts'
import { because } from '../reasons.rules.ts'
import * as store from '../booking.store.ts'
import * as historyStore from '../history.store.ts'
import { turnDown } from '../place/alternatives.action.ts'
import { judgeMoved } from '../place/extension.action.ts'
import { findNeeds } from '../place/needs.action.ts'
import { requote } from '../../price-plan/quote.rules.ts'
import { judgePayer } from '../place/payer.action.ts'
import { placeSamples } from '../place/placing.action.ts'
import { splitPeriod, countMinutes, readPeriod, isTimely } from '../timing.rules.ts'
import { loseCard } from './leaving.action.ts'

type Approve = Parsed<typeof bookingCalls.approve>['body']

/** What a step writes to the booking and to its log. */
type About = Pick<Taking<store.Changes>, 'reason' | 'changes' | 'detail'>

/**
 * One approval: the payer names a card, the reviewer of delivered samples names their time; then the next
 * approver is asked.
 */
export async function approveSeen(
  ctx: Ctx,
  held: Held,
  { reason, fundCardId, assign }: Pick<Approve, 'reason' | 'fundCardId' | 'assign'>,
): Promise<Loaded> {
  const { row: b, roles } = held
  bookingFlow.admit(b.state, 'approve', roles)
  if (!isTimely('approve', { ...b, roles }, b, ctx.now)) throw turnDown([because('PAST')])
  const approval = approvalOfState[b.state]
  if (approval === 'payer') {
    // A leaving person may have named this payer, and the payer may have lost their card since.
    await refusePayer(ctx, b)
    return moveOn(ctx, held, approval, {
      reason,
      changes: await readCard(ctx, b, fundCardId ?? b.fundCardId),
    })
  }
  if (findYesNeeds(b).time) {
    const period = assign ? readPeriod(assign) : b.period
    if (!period) throw refuseField('assign', bookingRefusals.PERIOD_MISSING, 'PERIOD_MISSING')
    return assignTo(ctx, held, period, assign?.seat ?? null, reason)
  }
  return moveOn(ctx, held, approval ?? null, { reason })
}

async function moveOn(ctx: Ctx, held: Held, approval: Approval | null, about: About): Promise<Loaded> {
  const { row: b } = held
  const estimateFen = about.changes?.quote?.totalFen ?? b.estimateFen
  const byCard = needsCard({ ...b, ...about.changes })
  const needs = await findNeeds(ctx, { ...b, userType: b.bookerUserType, estimateFen, byCard })
  // People who had agreed before the payment was lost are not asked again.
  const before = approval === 'payer' ? await historyStore.findInterrupted(ctx.db, b.id) : undefined
  const to = before ?? findNextState(approval, needs)
  if (approval !== 'payer') await refuseLostCard(ctx, b, computeHold(to, b.payMode, estimateFen))
  return bookings.take(ctx, held, 'approve', { ...about, to })
}

/**
 * The card may have been suspended, have run out, or no longer be the payer's since it was named. Nobody who
 * approves can name another one, so the payer is asked for it, although this call is refused (decision 164).
 */
async function refuseLostCard(ctx: Ctx, b: Loaded, holdFen: number): Promise<void> {
  if (holdFen === 0 || b.fundCardId === null) return
  const { day } = findLocal(ctx.now, ctx.env.CAMPUS_TZ)
  const use = { cardId: b.fundCardId, userId: b.payerId, amountFen: holdFen, day }
  // A card that is only too short is refused when the money is frozen, and its owner is told of it.
  if ((await judgeCard(ctx, use)).every(isShort)) return
  writeEitherWay(ctx, 'booking card lost', async (c) => {
    const { row } = await loadAsSystem(c, b.id)
    if (row.stateAt.getTime() === b.stateAt.getTime()) await loseCard(c, b.id, LOST)
  })
  throw turnDown([because('CARD_LOST')])
}
/** Why a booking lost the card that its payer had named, as its history says it. */
export const LOST = '经费卡已不能由付款人使用'

export async function refusePayer(ctx: Ctx, b: Loaded): Promise<void> {
  const reasons = await judgePayer(ctx, b)
  if (reasons.length > 0) throw turnDown(reasons)
}

export async function readCard(ctx: Ctx, b: Loaded, fundCardId: number | null): Promise<store.Changes> {
  if (fundCardId === null) {
    if (needsCard(b)) throw turnDown([because('FUND_CARD_MISSING', 'fundCardId')])
    return {}
  }
  const { day } = findLocal(ctx.now, ctx.env.CAMPUS_TZ)
  const use = { cardId: fundCardId, userId: b.payerId, amountFen: b.estimateFen, day }
  const reasons = await judgeCard(ctx, { ...use, wanted: describeWanted(ctx, b) })
  if (reasons.length > 0) throw turnDown(reasons)
  return { fundCardId }
}

/**
 * Gives delivered samples their time and, if the price goes by time, recomputes the quote. What the payer
 * agreed to bounds a longer time; a sum that nobody knew bounds nothing (decision 128).
 */
async function assignTo(
  ctx: Ctx,
  held: Held,
  period: Interval,
  asked: number | null,
  reason: string | null,
): Promise<Loaded> {
  const { row: b } = held
  const quote = requote(b.quote, { minutes: countMinutes(period), samples: b.sampleCount })
  const agreed = !lacksSum(b)
  const reasons = agreed ? await judgeMoved(ctx, b, { period, quote, by: '安排' }) : []
  if (reasons.length > 0) throw turnDown(reasons)
  return placeSamples(ctx, b, period, asked, 'assign', (seat) =>
    moveOn(ctx, held, 'reviewer', {
      reason,
      changes: { period, seat, quote },
      detail: { ...splitPeriod(period), seat, ...(agreed && { estimateFen: b.estimateFen }) },
    }),
  )
}
