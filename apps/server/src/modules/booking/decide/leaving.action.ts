import type { BookingState } from '@portal/contract/booking/booking'
import type { Ctx } from '../../../kernel/ctx.ts'
import { listScreens } from '../../../kernel/live.ts'
import { tell } from '../../../kernel/outbox.store.ts'
import { lockCards, release } from '../../fund-card/fund-card.service.ts'
import { findNextState } from '../approvals.rules.ts'
import { bookingFlow } from '../booking.flow.ts'
import { bookings, findUntil, loadAsSystem, type Held } from '../booking.process.ts'
import { speaksAgainstPerson } from '../reasons.rules.ts'
import * as store from '../booking.store.ts'
import { judgeAsked } from '../place/judging.action.ts'
import * as leaving from './leaving.store.ts'
import { describe, linkTo } from '../news.rules.ts'

const BOOKER = '预约人账号已停用'
const PAYER = '付款人账号已停用'
const OWNER = '经费卡持有人账号已停用'
const CARD = '经费卡已停用或已过有效期'

export interface Leaving {
  userIds: readonly number[]
  /**
   * Is asked to pay in place of the leavers. With `handOver` the successor also takes over their bookings, if
   * they may use the instrument.
   */
  successorId: number | null
  handOver: boolean
  /** Bookings with money frozen on cards that are closed with the leavers. */
  lostIds: readonly number[]
}

/**
 * Handles the bookings of people who leave. A successor takes over those they may use; others are revoked.
 * Bookings that a leaver was to pay for get a new payer. Running uses continue and are billed. No money of
 * the leavers stays frozen.
 */
export async function leave(ctx: Ctx, { userIds, successorId, handOver, lostIds }: Leaving): Promise<void> {
  const gone = new Set(userIds)
  const rows = await leaving.findTheirs(ctx.db, userIds)
  await lockCards(ctx, [], { business: 'booking', rowIds: [...rows.map((r) => r.id), ...lostIds] })
  const heir = handOver && successorId !== null ? await leaving.findHeir(ctx.db, successorId) : undefined
  for (const row of rows) {
    const lost = gone.has(row.bookerId) ? BOOKER : gone.has(row.payerId) ? PAYER : null
    if (lost && isBeforeUse(row.state)) {
      const held = await loadAsSystem(ctx, row.id)
      if (lost === PAYER) await losePayment(ctx, held, PAYER, successorId)
      else await passOn(ctx, held, heir, gone)
    } else if (lost) await freeHold(ctx, row.id, lost)
    else await tellBooker(ctx, row.id)
  }
  const done = new Set(rows.map((r) => r.id))
  for (const id of lostIds) if (!done.has(id)) await loseCard(ctx, id, OWNER)
}
const SYSTEM = new Set(['system'] as const)
const isBeforeUse = (state: BookingState) => bookingFlow.can(state, SYSTEM).includes('lose_payment')

/** Asks the successor to pay; without a successor the booker names a new payer. */
const losePayment = (ctx: Ctx, held: Held, reason: string, payerId: number | null) =>
  bookings.take(ctx, held, 'lose_payment', {
    reason,
    changes: { fundCardId: null, ...(payerId !== null && { payerId }) },
  })

/** Asks returned payers again and withdraws the booker's task of naming a new payer. */
export async function askReturned(ctx: Ctx, userIds: readonly number[]): Promise<void> {
  for (const { id } of await leaving.findAwaiting(ctx.db, userIds)) {
    const { row: b } = await loadAsSystem(ctx, id)
    if (b.payerAsked) continue
    await bookings.excuse(ctx, b, [b.bookerId])
    await bookings.askAgain(ctx, b)
    await tell(ctx, {
      kind: 'booking',
      userIds: [b.payerId],
      title: `${b.bookerName}的预约待您确认付款`,
      body: [describe(b, ctx.env.CAMPUS_TZ), await findUntil(ctx, b, 'payer')].filter(Boolean).join('\n'),
      link: linkTo(b),
      mail: true,
    })
    ctx.live(`device:${b.deviceId}`, ...listScreens(b.bookerId, b.payerId))
  }
}

/**
 * Handles a card that can no longer pay. Before the use its payer names another one; after it a card is named
 * at the settlement.
 */
export async function loseCard(ctx: Ctx, bookingId: number, reason = CARD): Promise<void> {
  const held = await loadAsSystem(ctx, bookingId)
  if (isBeforeUse(held.row.state)) await bookings.take(ctx, held, 'lose_payment', { reason })
  else await freeHold(ctx, bookingId, reason)
}

/**
 * Hands the booking to the heir, who is judged as if they had made it, by the reasons about the person only.
 * The heir pays if the leaver was the payer.
 */
async function passOn(
  ctx: Ctx,
  held: Held,
  heir: leaving.Heir | undefined,
  gone: ReadonlySet<number>,
): Promise<void> {
  const { row: b, roles } = held
  if (!heir) return void (await bookings.take(ctx, held, 'revoke', { reason: BOOKER }))
  const payerId = gone.has(b.payerId) ? heir.id : b.payerId
  const experimenterId = gone.has(b.experimenterId) ? heir.id : b.experimenterId
  const asked = { ...b, experimenterId, payerId, fundCardId: null, exceptId: b.id }
  const { reasons, quote, needs } = await judgeAsked(ctx, asked, heir)
  const against = reasons.find(speaksAgainstPerson)
  if (against || !quote) {
    return void (await bookings.take(ctx, held, 'revoke', {
      reason: `${BOOKER}，接收人不能使用：${against?.message ?? '没有适用的收费标准'}`,
    }))
  }
  // A payer must consent first: heirs who pay by card confirm that with a card.
  const to = payerId === heir.id && needs.byCard ? 'awaiting_payer' : findNextState(null, needs)
  const row = { ...b, bookerName: heir.name, bookerUserType: heir.userType }
  // Overrides about the person were granted to the leaver, not to the heir.
  const overridden = b.overridden?.filter((code) => !speaksAgainstPerson({ code })) ?? null
  await bookings.take(ctx, { row, roles }, 'take_over', {
    to,
    reason: BOOKER,
    changes: { bookerId: heir.id, experimenterId, payerId, fundCardId: null, quote, overridden },
    detail: { bookerId: b.bookerId, payerId: b.payerId },
  })
}

/** Releases the frozen money; the booking stays and is paid in another way. */
async function freeHold(ctx: Ctx, bookingId: number, note: string): Promise<void> {
  await release(ctx, { business: 'booking', rowId: bookingId, note })
  await store.clearHeld(ctx, bookingId)
}

/** Only the experimenter has left: the booker takes over. */
async function tellBooker(ctx: Ctx, bookingId: number): Promise<void> {
  const { row: b } = await loadAsSystem(ctx, bookingId)
  const way = isBeforeUse(b.state) ? '请您本人使用，或取消后重新预约' : '使用尚未登记结束，请您登记结束'
  await tell(ctx, {
    kind: 'booking',
    userIds: [b.bookerId],
    title: '预约的实验人已停用',
    body: `${describe(b, ctx.env.CAMPUS_TZ)}\n实验人 ${b.experimenterName} 的账号已停用，${way}。`,
    link: linkTo(b),
    mail: true,
  })
}
