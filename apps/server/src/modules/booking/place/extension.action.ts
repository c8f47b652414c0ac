import { bookingRefusals } from '@portal/contract/booking/booking'
import { MAX_PERIOD_MS } from '@portal/contract/booking/body'
import type { Reason } from '@portal/contract/kernel/envelope'
import type { Quote } from '@portal/contract/price-plan/price-plan'
import type { Ctx } from '../../../kernel/ctx.ts'
import { announce } from '../../../kernel/events.ts'
import { tell } from '../../../kernel/outbox.store.ts'
import { notFound, refuse } from '../../../kernel/refuse.ts'
import { addMinutes, findLocal } from '../../../kernel/time.ts'
import { writeEitherWay } from '../../../kernel/write-after.ts'
import { judgeCard } from '../../fund-card/fund-card.service.ts'
import { findOpenIntervals, type Interval, type Schedule } from '../../opening/opening.rules.ts'
import type { Slot } from './alternatives.rules.ts'
import type { Loaded } from '../booking.process.ts'
import { judgeDearer, judgeExtension, type Agreement, type Giving } from '../booking.rules.ts'
import { type Opening } from '../facts.rules.ts'
import * as facts from './facts.store.ts'
import { findAlternatives } from './alternatives.action.ts'
import * as history from '../history.store.ts'
import { because } from '../reasons.rules.ts'
import { findUsedQuota } from './quota.action.ts'
import { readRules, readRulesAfresh } from './rules.action.ts'
import { requote } from '../../price-plan/quote.rules.ts'
import { wordAsked, wordWant } from '../news.rules.ts'
import { findLatestEnd, countMinutes } from '../timing.rules.ts'

/** A booking with a time. */
export type Placed = Loaded & { period: Interval }
export function requirePlaced(b: Loaded): Placed {
  if (!b.period) throw refuse('PERIOD_MISSING', bookingRefusals.PERIOD_MISSING)
  return { ...b, period: b.period }
}

export interface Judged {
  reasons: Reason[]
  quote: Quote
  opening: Opening | null
  schedule: Schedule
}

/** The reasons against a later end, and the quote with that end. */
export async function judgeExtended(ctx: Ctx, b: Placed, to: Date, write: boolean): Promise<Judged> {
  const zone = ctx.env.CAMPUS_TZ
  const added: Interval = { from: b.period.to, to: to > b.period.to ? to : b.period.to }
  const row = await facts.findFacts(
    ctx.db,
    {
      deviceId: b.deviceId,
      kind: b.kind,
      period: added,
      firstDay: findLocal(added.from, zone).day,
      bookerId: b.bookerId,
      payerId: b.payerId,
      experimenterId: b.experimenterId,
      exceptId: b.id,
    },
    ctx.now,
    readRulesAfresh(ctx, b.deviceId),
  )
  if (!row) throw notFound('仪器')
  const quote = requote(b.quote, {
    minutes: countMinutes({ from: b.period.from, to: added.to }),
    samples: b.sampleCount,
  })
  const used = await findUsedQuota(ctx, {
    deviceId: b.deviceId,
    bookerId: b.bookerId,
    at: b.period.from,
    exceptId: 0,
    opening: row.opening,
    lock: write,
  })
  const card = await judgeHeld(ctx, b, {
    moreFen: quote.totalFen - b.heldFen,
    what: write ? `延长${wordWant({ ...b, period: added }, zone)}` : null,
  })
  const payer = b.payerId === ctx.me.id ? null : await readAgreement(ctx, b, quote.totalFen)
  const schedule = { windows: row.windows, exceptions: row.exceptions, zone }
  const { opening, qualification, taken } = row
  const reasons = judgeExtension(
    { ...b.period, kind: b.kind, seat: b.seat, overridden: b.overridden },
    to,
    { device: row, opening, schedule, qualification, taken, used, card, payer },
    ctx.now,
  )
  return {
    reasons: payer ? askPayer(ctx, b, { to, reasons, payer, write }) : reasons,
    quote,
    opening: row.opening,
    schedule,
  }
}

/**
 * Reasons against freezing more money where some is frozen already. `what`: the text that the card's owner
 * reads.
 */
async function judgeHeld(
  ctx: Ctx,
  b: Loaded,
  { moreFen, what }: { moreFen: number; what: string | null },
): Promise<Reason[]> {
  if (b.heldFen <= 0 || b.fundCardId === null || moreFen <= 0) return []
  const reasons = await judgeCard(ctx, {
    cardId: b.fundCardId,
    userId: b.payerId,
    amountFen: moreFen,
    besideFen: b.heldFen,
    day: findLocal(ctx.now, ctx.env.CAMPUS_TZ).day,
    wanted: what === null ? undefined : { person: { id: b.bookerId, name: b.bookerName }, what },
  })
  if (b.payerId === ctx.actor?.id) return reasons
  // The reader need not own the card, but the payer.
  return reasons.map((r) => (r.code === 'CARD_NOT_YOURS' ? because('CARD_NOT_PAYERS') : r))
}

/** Reasons against a new time of delivered samples because of its price; the time itself is not judged. */
export async function judgeMoved(
  ctx: Ctx,
  b: Loaded,
  { period, quote, by }: { period: Interval; quote: Quote; by: Giving },
): Promise<Reason[]> {
  if (quote.totalFen <= b.estimateFen) return []
  const card = await judgeHeld(ctx, b, {
    moreFen: quote.totalFen - b.heldFen,
    what: `${by}${wordWant({ ...b, period }, ctx.env.CAMPUS_TZ)}`,
  })
  const payer = b.payerId === ctx.actor?.id ? null : await readAgreement(ctx, b, quote.totalFen)
  return judgeDearer({ card, payer }, by)
}

/** The sum the payer agreed to, and the sum with the new time. */
async function readAgreement(ctx: Ctx, b: Loaded, wouldFen: number): Promise<Agreement> {
  const agreedFen = (await history.findAgreed(ctx.db, b)) ?? b.estimateFen
  return { agreedFen, wouldFen }
}

/**
 * If only the payer's consent is missing, a writing call asks the payer, once for each end, although the call
 * itself is refused; a price preview only says that the payer would be asked.
 */
function askPayer(
  ctx: Ctx,
  b: Placed,
  { to, reasons, payer, write }: { to: Date; reasons: Reason[]; payer: Agreement; write: boolean },
): Reason[] {
  if (b.payerGone || reasons.length === 0 || reasons.some((r) => r.code !== 'PAYER_AGREED_LESS'))
    return reasons
  if (write)
    writeEitherWay(ctx, 'booking extension', async (c) => {
      if (!(await history.markAsked(c, b.id, to))) return
      await tell(c, { kind: 'booking', ...wordAsked(b, { to, ...payer }, c.env.CAMPUS_TZ) })
      await announce(c, 'booking.extension_asked', { bookingId: b.id, deviceId: b.deviceId })
    })
  const then = `${write ? '已' : '提交后将'}通知付款人，由其在预约单中延长`
  return reasons.map((r) => ({ ...r, message: `${r.message}。${then}` }))
}

/** Free slots as long as the time to be added. */
export async function findExtensionAlternatives(
  ctx: Ctx,
  b: Placed,
  to: Date,
  { opening, schedule }: Pick<Judged, 'opening' | 'schedule'>,
): Promise<Slot[]> {
  if (!opening || to <= b.period.to) return []
  return findAlternatives(ctx, {
    deviceId: b.deviceId,
    period: { from: b.period.to, to },
    seat: null,
    exceptId: b.id,
    opening,
    schedule,
  })
}

/**
 * The latest end the booking can get now; null: none. Opening hours and the longest use do not limit sample
 * bookings.
 */
export async function findExtensionEnd(ctx: Ctx, b: Placed): Promise<Date | null> {
  const { from, to } = b.period
  const isForOthers = b.kind === 'sample_delivery'
  const maxMinutes = isForOthers ? MAX_PERIOD_MS / 60_000 : b.maxMinutes
  const latest = addMinutes(from, maxMinutes)
  if (latest <= to) return null
  const busy = await facts.findBusy(ctx.db, b.deviceId, { from: to, to: latest }, b.id)
  return findLatestEnd(b.period, {
    open: isForOthers ? [{ from, to: latest }] : await listOpen(ctx, b.deviceId, { from, to: latest }),
    taken: busy.filter((s) => s.seat === b.seat),
    maxMinutes,
  })
}
async function listOpen(ctx: Ctx, deviceId: number, range: Interval): Promise<Interval[]> {
  const known = await readRules(ctx, deviceId)
  if (!known) throw notFound('仪器')
  const { windows, exceptions } = known.rules
  return findOpenIntervals({ windows, exceptions, zone: ctx.env.CAMPUS_TZ, ...range })
}
