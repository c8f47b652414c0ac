import type { BookingKind, PayMode } from '@portal/contract/booking/booking'
import type { Reason } from '@portal/contract/kernel/envelope'
import type { PriceTier, Quote } from '@portal/contract/price-plan/price-plan'
import type { Ctx } from '../../../kernel/ctx.ts'
import { notFound, refuse, type Refusal } from '../../../kernel/refuse.ts'
import { together } from '../../../kernel/together.ts'
import { addDays, addMinutes, instantOf, localOf, minutesBetween, mondayOf } from '../../../kernel/time.ts'
import { stepsFor } from '../../approval/approval.service.ts'
import { judgeCard } from '../../fund-card/fund-card.service.ts'
import { findOpenIntervals, type Interval, type Schedule } from '../../opening/opening.rules.ts'
import { linesOf, quoteOf, tierOf, totalOf } from '../../price-plan/quote.rules.ts'
import { nearestFree, type Slot } from './alternatives.rules.ts'
import type { ApprovalNeeds } from '../approvals.rules.ts'
import { wantOf } from '../news.rules.ts'
import {
  judgeBooking,
  needsCard,
  seatFor,
  type Facts,
  type Opening,
  type Request,
  type Used,
} from '../booking.rules.ts'
import * as store from './facts.store.ts'
import { unpaidBy } from './payer.handler.ts'

/** What somebody wants to book. */
export interface Asked {
  deviceId: number
  kind: BookingKind
  period: Interval | null
  seat: number | null
  experimenterId: number
  payerId: number
  payMode: PayMode
  fundCardId: number | null
  sampleCount: number
  /** The booking that is changed: its own time is not in its way. 0: a new one. */
  exceptId: number
}
/** The same, before it is known who pays where nobody was named. */
export type Wished = Omit<Asked, 'payerId'> & { payerId: number | null }
export interface Booker {
  id: number
  tier: 'campus' | 'school' | 'company'
  deptId: number | null
  userType: string
  suspendedUntil: Date | null
}

export interface Judged {
  asked: Asked
  row: store.FactsRow
  schedule: Schedule
  tier: PriceTier
  quote: Quote | undefined
  reasons: Reason[]
  /** The seat to take; null: none is free, or no time was named. */
  seat: number | null
  needs: ApprovalNeeds
}

/** Gathers and judges. In a writing call (`write`) quotas are locked and the key of the new booking is taken along. */
export async function judgeAsked(
  ctx: Ctx,
  wished: Wished,
  booker: Booker,
  { write = false } = {},
): Promise<Judged> {
  const zone = ctx.env.CAMPUS_TZ
  const { period } = wished
  const firstDay = localOf(period?.from ?? ctx.now, zone).day
  const lastDay = period ? localOf(period.to, zone).day : firstDay
  const row = await store.findFacts(
    ctx.db,
    { ...wished, bookerId: booker.id, firstDay, lastDay, newId: write && wished.exceptId === 0 },
    ctx.now,
  )
  if (!row) throw notFound('仪器')
  const asked: Asked = { ...wished, payerId: row.payerId }
  const { opening } = row
  const schedule: Schedule = { windows: row.windows, exceptions: row.exceptions, zone }
  const tier = tierOf(booker, row.deviceDeptId)
  const quote = quoteOf(row.plan ?? undefined, tier, {
    minutes: period ? minutesBetween(period.from, period.to) : 0,
    samples: asked.sampleCount,
  })
  const byCard = needsCard(asked.payMode, opening?.fundCardRequired ?? false, quote?.totalFen ?? 0)
  const [approvals, used, card, unpaid] = await together([
    needsOf(ctx, {
      ...asked,
      bookerId: booker.id,
      userType: booker.userType,
      labId: row.labId,
      labDeptId: row.labDeptId,
      estimateFen: quote?.totalFen ?? 0,
      byCard,
    }),
    usedAt(ctx, {
      deviceId: asked.deviceId,
      bookerId: booker.id,
      at: period?.from ?? ctx.now,
      exceptId: asked.exceptId,
      opening,
      lock: write,
    }),
    // Whose card it is, is the payer's business: nobody may find out by asking what another's card can bear.
    asked.fundCardId !== null && quote && asked.payerId === booker.id
      ? judgeCard(ctx, {
          cardId: asked.fundCardId,
          userId: asked.payerId,
          amountFen: quote.totalFen,
          day: localOf(ctx.now, zone).day,
          wanted: write
            ? { person: ctx.me, what: wantOf({ deviceName: row.deviceName, period }, zone) }
            : undefined,
        })
      : [],
    row.payerType !== null && row.payerTier !== null
      ? unpaidBy(ctx, { ...asked, bookerId: booker.id }, { userType: row.payerType, tier: row.payerTier })
      : null,
  ])
  const facts: Facts = {
    device: row,
    opening,
    schedule,
    booker,
    qualification: row.qualification,
    payerKnown: row.payerKnown,
    experimenterKnown: row.experimenterKnown,
    taken: row.taken,
    used,
    quote,
    payerNamesCard: asked.payerId !== booker.id,
    card,
    unpaid,
  }
  const request: Request = asked
  return {
    asked,
    row,
    schedule,
    tier,
    quote,
    reasons: judgeBooking(request, facts, ctx.now),
    seat: opening && period ? seatFor(asked.seat, opening.capacity, row.taken) : null,
    needs: approvals,
  }
}

export interface NeedsQuery {
  deviceId: number
  labId: number
  labDeptId: number
  kind: BookingKind
  bookerId: number
  payerId: number
  userType: string
  estimateFen: number
  byCard: boolean
}
/** Which approvals a booking needs by today's policy. */
export async function needsOf(ctx: Ctx, q: NeedsQuery): Promise<ApprovalNeeds> {
  const steps = await stepsFor(ctx, {
    business: 'booking',
    deviceId: q.deviceId,
    labId: q.labId,
    deptId: q.labDeptId,
    userType: q.userType,
    amountFen: q.estimateFen,
  })
  const required = {
    payer: steps.payer.required,
    reviewer: steps.reviewer.required,
    director: steps.director.required,
  }
  return { kind: q.kind, payerIsBooker: q.payerId === q.bookerId, byCard: q.byCard, required }
}

/** What the booker has on the device in the campus day and week of an instant; null where the device has no quota. */
export async function usedAt(
  ctx: Ctx,
  q: {
    deviceId: number
    bookerId: number
    at: Date
    exceptId: number
    opening: Opening | null
    lock: boolean
  },
): Promise<Used | null> {
  const { opening } = q
  if (!opening || (opening.quotaDayMinutes ?? opening.quotaWeekMinutes ?? opening.quotaRunning) === null)
    return null
  const zone = ctx.env.CAMPUS_TZ
  const { day } = localOf(q.at, zone)
  const days = (first: string, n: number): Interval => ({
    from: instantOf(first, 0, zone),
    to: instantOf(addDays(first, n), 0, zone),
  })
  return store.findUsed(ctx.db, { ...q, day: days(day, 1), week: days(mondayOf(day), 7) })
}

/** The same price for another length or count: tier, rate and version stay as they were frozen. */
export function requote(quote: Quote, use: { minutes: number; samples: number }): Quote {
  if (!quote.basis || !quote.rate) return quote
  const lines = linesOf(quote.basis, quote.rate, use)
  return { ...quote, lines, totalFen: totalOf(lines) }
}

const ALTERNATIVES = 5
const DAYS_BACK = 7
const DAYS_AHEAD = 14
/** The nearest free slots of the same length, within what the device's horizon and notice allow. */
export async function alternativesFor(
  ctx: Ctx,
  q: {
    deviceId: number
    period: Interval
    seat: number | null
    exceptId: number
    opening: Pick<Opening, 'capacity' | 'gridMinutes' | 'horizonDays' | 'noticeMinutes'>
  },
): Promise<Slot[]> {
  const zone = ctx.env.CAMPUS_TZ
  const { opening, period } = q
  const earliest = new Date(
    Math.max(
      addMinutes(ctx.now, opening.noticeMinutes).getTime(),
      addMinutes(period.from, -DAYS_BACK * 1440).getTime(),
    ),
  )
  const horizon = instantOf(addDays(localOf(ctx.now, zone).day, opening.horizonDays + 1), 0, zone)
  const latest = new Date(Math.min(horizon.getTime(), addMinutes(period.to, DAYS_AHEAD * 1440).getTime()))
  if (earliest >= latest) return []
  const around = await store.findAround(ctx.db, {
    deviceId: q.deviceId,
    from: earliest,
    to: latest,
    firstDay: localOf(earliest, zone).day,
    lastDay: localOf(latest, zone).day,
    exceptId: q.exceptId,
  })
  const seats =
    q.seat !== null && q.seat <= opening.capacity
      ? [q.seat]
      : Array.from({ length: opening.capacity }, (_, i) => i + 1)
  const open = findOpenIntervals({ ...around, zone, from: earliest, to: latest })
  return nearestFree({
    wanted: period,
    open,
    busy: around.busy,
    seats,
    gridMinutes: opening.gridMinutes,
    zone,
    limit: ALTERNATIVES,
  })
}

/** What another time would help against. */
const byTime: ReadonlySet<string> = new Set([
  'OVERLAPS',
  'NOT_OPEN',
  'CLOSED',
  'PAST',
  'NOTICE',
  'HORIZON',
  'OFF_GRID',
])
export async function helpFor(
  ctx: Ctx,
  { asked, row: { opening } }: Judged,
  reasons: readonly Reason[],
): Promise<Slot[]> {
  const { period } = asked
  if (!period || !opening || !reasons.some((r) => byTime.has(r.code))) return []
  const minutes = minutesBetween(period.from, period.to)
  if (minutes < opening.minMinutes || minutes > opening.maxMinutes) return []
  return alternativesFor(ctx, {
    deviceId: asked.deviceId,
    period,
    seat: asked.seat,
    exceptId: asked.exceptId,
    opening,
  })
}

export const slotOf = ({ from, to, seat }: Slot) => ({ startAt: from, endAt: to, seat })

/** A refusal with every reason. A time that somebody else has is a conflict (409), whatever else there is. */
export function turnDown(reasons: readonly Reason[], alternatives: readonly Slot[] = []): Refusal {
  const lead = reasons.find((r) => r.code === 'OVERLAPS') ?? reasons[0]
  if (!lead) throw new Error('a refusal needs a reason')
  return refuse(lead.code, lead.message, {
    reasons: [...reasons],
    help: { alternatives: alternatives.map(slotOf) },
    ...(lead.code === 'OVERLAPS' && { status: 409 }),
  })
}
