import { bookingStateWords } from '@portal/contract/booking/booking'
import { type bookingCalls } from '@portal/contract/booking/calls'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../../kernel/ctx.ts'
import { placeOnStrip } from '../../../kernel/strip.rules.ts'
import { addDays, addMinutes, findToday } from '../../../kernel/time.ts'
import { listWaiting } from '../../approval/approval.service.ts'
import { listBound, sayRows } from '../../form/form.service.ts'
import { listCardNames } from '../../fund-card/fund-card.service.ts'
import { listApprovals } from '../approvals.rules.ts'
import { listAttachments } from '../place/attachment.action.ts'
import { approvalOfState, approvalOrder, bookingFlow, bookingStrip } from '../booking.flow.ts'
import { bookings, type Held, type Loaded } from '../booking.process.ts'
import { needsCard } from '../booking.rules.ts'
import { requireSight } from '../calendar/sight.action.ts'
import { readRules } from '../place/rules.action.ts'
import * as historyStore from '../history.store.ts'
import { findConduct } from '../conduct.store.ts'
import { showConduct, showDetail, listSteps } from '../booking.view.ts'
import { mayOverride } from '../place/accepting.action.ts'
import {
  findExtensionEnd,
  findExtensionAlternatives,
  judgeExtended,
  requirePlaced,
} from '../place/extension.action.ts'
import { putInWords, readWords } from '../place/purpose.action.ts'
import { judgeAsked } from '../place/judging.action.ts'
import { findHelp } from '../place/alternatives.action.ts'
import { findNeeds } from '../place/needs.action.ts'
import { showSlot } from '../place/alternatives.rules.ts'
import * as samples from '../use/sample.store.ts'
import { findOccupied } from '../use/seat.action.ts'
import { EARLY_MINUTES, readPeriod, isTimely } from '../timing.rules.ts'
import { readWish, type Wished } from '../place/wish.rules.ts'

export async function get(ctx: Ctx, { params }: Parsed<typeof bookingCalls.get>) {
  const held = await bookings.load(ctx, params.id)
  const { row: b, roles } = held
  const byCard = needsCard(b)
  const [
    log,
    sampleRows,
    attachments,
    answers,
    needs,
    awaited,
    fundCard,
    extendUntil,
    occupied,
    wordOf,
    known,
    bill,
  ] = await Promise.all([
    historyStore.findHistory(ctx.db, b.id),
    samples.findSamples(ctx.db, b.id),
    listAttachments(ctx, b.id),
    listBound(ctx, b.id),
    findNeeds(ctx, { ...b, userType: b.bookerUserType, byCard }),
    nameAwaited(ctx, b),
    showFundCard(ctx, held),
    mayExtend(ctx, held) ? findExtensionEnd(ctx, requirePlaced(b)) : null,
    b.seatBusy && b.period && addMinutes(b.period.from, -EARLY_MINUTES) <= ctx.now
      ? findOccupied(ctx, b)
      : null,
    readWords(ctx, [b]),
    judges(held) ? findConduct(ctx.db, b, aYear(ctx)) : null,
    b.state === 'done' ? historyStore.findBill(ctx.db, b.id) : null,
  ])
  const asked = listApprovals(needs)
  const spared: readonly string[] = approvalOrder.filter((a) => !asked.includes(a))
  const progress = placeOnStrip(bookingStrip, b, listSteps(log), {
    awaited,
    asks: (key) => !spared.includes(key),
    words: bookingStateWords,
  })
  return showDetail(
    b,
    roles,
    {
      samples: sampleRows,
      rowWords: await sayRows(
        ctx,
        sampleRows.map((s) => s.answers),
      ),
      attachments,
      answers,
      log,
      progress,
      bill,
      fundCard,
      extendUntil,
      occupied,
      conduct: known && showConduct(known),
      said: putInWords(b, wordOf),
      zone: ctx.env.CAMPUS_TZ,
    },
    ctx.now,
  )
}

const laboratory = ['reviewer', 'director', 'admin'] as const
/**
 * Past uses and violations of the booking's people are shown only to the lab's people, and only while an
 * approval is pending.
 */
const judges = ({ row: b, roles }: Held) => b.state in approvalOfState && laboratory.some((r) => roles.has(r))

const YEAR_DAYS = 365
const aYear = (ctx: Ctx) => ({
  since: addMinutes(ctx.now, -YEAR_DAYS * 24 * 60),
  month: `${addDays(findToday(ctx), -YEAR_DAYS).slice(0, 7)}-01`,
})

const mayExtend = (ctx: Ctx, { row: b, roles }: Held) =>
  b.period !== null &&
  bookingFlow.can(b.state, roles).includes('extend') &&
  isTimely('extend', { ...b, roles }, b, ctx.now)

/** The people whose turn it is, by name if known. */
async function nameAwaited(ctx: Ctx, b: Loaded): Promise<string | null> {
  if (b.state === 'awaiting_use' || b.state === 'in_use')
    return b.kind === 'self_operated' ? b.experimenterName : '设备审核员'
  if (b.state === 'awaiting_test_order') return '设备审核员'
  if (!(b.state in approvalOfState)) return null
  const [task] = await listWaiting(ctx, 'booking', b.id)
  return task
    ? `${task.names.join('、')}${task.people > task.names.length ? ` 等 ${task.people} 人` : ''}`
    : null
}

/** Only payers, approvers and viewers get the card's number and name. */
async function showFundCard(ctx: Ctx, { row: b, roles }: Held) {
  if (b.fundCardId === null) return null
  const sees =
    b.payerId === ctx.me.id ||
    b.viewer ||
    (['payer', 'reviewer', 'director', 'admin'] as const).some((role) => roles.has(role))
  const [card] = sees ? await listCardNames(ctx, [b.fundCardId]) : []
  return { id: b.fundCardId, number: card?.number ?? null, name: card?.name ?? null }
}

/** The price and all reasons against a booking, while the form is filled in. */
export async function judge(ctx: Ctx, { body }: Parsed<typeof bookingCalls.judge>) {
  if (!body.bookingId) {
    const { deviceId, kind } = body
    const known = await readRules(ctx, deviceId)
    if (known) await requireSight(ctx, known.rules)
    return judgeWish(ctx, readWish({ id: 0, deviceId, kind, bookerId: ctx.me.id }, body))
  }
  const { row: b, roles } = await bookings.load(ctx, body.bookingId)
  if (b.state in approvalOfState) {
    bookingFlow.admit(b.state, 'change', roles)
    return judgeWish(ctx, readWish(b, body))
  }
  bookingFlow.admit(b.state, 'extend', roles)
  return judgeLaterEnd(ctx, b, readPeriod(body)?.to)
}

async function judgeWish(ctx: Ctx, wished: Wished) {
  const [judged, may] = await Promise.all([
    judgeAsked(ctx, wished, ctx.me, { kept: true }),
    mayOverride(ctx, wished.deviceId),
  ])
  const alternatives = await findHelp(ctx, judged, judged.reasons)
  return {
    quote: judged.quote ?? null,
    tier: judged.tier,
    reasons: judged.reasons,
    mayOverride: may,
    seat: judged.seat,
    alternatives: alternatives.map(showSlot),
    approvals: listApprovals(judged.needs),
  }
}

async function judgeLaterEnd(ctx: Ctx, loaded: Loaded, endAt: Date | undefined) {
  const b = requirePlaced(loaded)
  const to = endAt ?? b.period.to
  const judged = await judgeExtended(ctx, b, to, false)
  const { reasons, quote } = judged
  const alternatives = reasons.some((r) => r.code === 'OVERLAPS')
    ? await findExtensionAlternatives(ctx, b, to, judged)
    : []
  return {
    quote,
    tier: quote.tier,
    reasons,
    mayOverride: false,
    seat: b.seat,
    alternatives: alternatives.map(showSlot),
    approvals: [],
  }
}
