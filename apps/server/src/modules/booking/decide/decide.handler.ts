import { bookingRefusals } from '@portal/contract/booking/booking'
import { type bookingCalls } from '@portal/contract/booking/calls'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../../kernel/ctx.ts'
import { refuseField } from '../../../kernel/refuse.ts'
import { lockCards } from '../../fund-card/fund-card.service.ts'
import { admitNaming } from '../../people/people.service.ts'
import { findNextState } from '../approvals.rules.ts'
import { bookingFlow } from '../booking.flow.ts'
import { bookings } from '../booking.process.ts'
import { needsCard } from '../booking.rules.ts'
import { because } from '../reasons.rules.ts'
import * as store from '../booking.store.ts'
import * as historyStore from '../history.store.ts'
import { showStepped } from '../booking.view.ts'
import { turnDown } from '../place/alternatives.action.ts'
import { findNeeds } from '../place/needs.action.ts'
import { isTimely } from '../timing.rules.ts'
import { approveSeen, refusePayer, readCard } from './approval.action.ts'

export async function approve(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.approve>) {
  return showStepped(await approveSeen(ctx, await bookings.hold(ctx, params.id, body), body))
}

/**
 * Names a new payer, who is then asked to agree; a booker who pays for the booking themselves agrees by this
 * call.
 */
export async function namePayer(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.namePayer>) {
  const { stateAt } = body
  const held = await bookings.hold(ctx, params.id, stateAt ? { state: 'awaiting_payer', stateAt } : null)
  const { row: b, roles } = held
  bookingFlow.admit(b.state, 'name_payer', roles)
  if (!isTimely('approve', { ...b, roles }, b, ctx.now)) throw turnDown([because('PAST')])
  const { payerId, fundCardId = null } = body
  admitNaming(ctx, [payerId], [b.bookerId, b.experimenterId, b.payerId])
  await refusePayer(ctx, { ...b, payerId })
  const himself = payerId === b.bookerId && payerId === ctx.me.id
  if (!himself) {
    if (fundCardId !== null) throw turnDown([because('CARD_OF_PAYER', 'fundCardId')])
    return showStepped(
      await bookings.take(ctx, held, 'name_payer', {
        to: 'awaiting_payer',
        changes: { payerId, fundCardId: null },
        detail: { payerId: b.payerId },
      }),
    )
  }
  const changes = { fundCardId: null, ...(await readCard(ctx, { ...b, payerId }, fundCardId)), payerId }
  const byCard = needsCard(b)
  const needs = await findNeeds(ctx, { ...b, payerId, userType: b.bookerUserType, byCard })
  const to = (await historyStore.findInterrupted(ctx.db, b.id)) ?? findNextState('payer', needs)
  const detail = { payerId: b.payerId }
  return showStepped(await bookings.take(ctx, held, 'name_payer', { to, changes, detail }))
}

export async function refuse(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.refuse>) {
  const { reason } = body
  return showStepped(
    await bookings.take(ctx, await bookings.hold(ctx, params.id, body), 'refuse', { reason }),
  )
}

export async function revoke(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.revoke>) {
  const { reason } = body
  return showStepped(await bookings.take(ctx, await bookings.load(ctx, params.id), 'revoke', { reason }))
}

/** Decides several bookings at once; each succeeds or fails for itself. */
export async function decide(ctx: Ctx, { body }: Parsed<typeof bookingCalls.decide>) {
  const { event, reason, items } = body
  // Locks cards before bookings and in a fixed order, so that two concurrent calls do not deadlock.
  if (event === 'approve')
    await lockCards(
      ctx,
      await store.findCards(
        ctx.db,
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
