import type { Reason } from '@portal/contract/kernel/envelope'
import type { PriceTier, Quote } from '@portal/contract/price-plan/price-plan'
import type { Ctx } from '../../../kernel/ctx.ts'
import { notFound } from '../../../kernel/refuse.ts'
import { together } from '../../../kernel/together.ts'
import { findLocal, minutesBetween } from '../../../kernel/time.ts'
import { judgeCard } from '../../fund-card/fund-card.service.ts'
import type { Schedule } from '../../opening/opening.rules.ts'
import { makeQuote, findTier } from '../../price-plan/quote.rules.ts'
import type { ApprovalNeeds } from '../approvals.rules.ts'
import { wordWant } from '../news.rules.ts'
import { judgeBooking, needsCard, chooseSeat } from '../booking.rules.ts'
import type { Facts, Request } from '../facts.rules.ts'
import * as store from './facts.store.ts'
import { findUnpaid } from './payer.action.ts'
import { findNeeds } from './needs.action.ts'
import { findUsedQuota, makeQuotaQuery } from './quota.action.ts'
import { readRules, readRulesAfresh, type JudgedBy } from './rules.action.ts'
import type { Asked, Wished } from './wish.rules.ts'

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
  /** The seat to take; null: none is free, or there is no time yet. */
  seat: number | null
  needs: ApprovalNeeds
  /** Versions of the cached rules that were used; null: the rules were read from the database. */
  judgedBy: JudgedBy | null
}

/**
 * Reads the facts and judges the booking. In a writing call (`write`) quotas are locked and the id of a new
 * booking is reserved. `kept`: use cached rules, for previews and for writes that check the versions.
 */
export async function judgeAsked(
  ctx: Ctx,
  wished: Wished,
  booker: Booker,
  { write = false, kept = false } = {},
): Promise<Judged> {
  const zone = ctx.env.CAMPUS_TZ
  const { period } = wished
  const firstDay = findLocal(period?.from ?? ctx.now, zone).day
  const reading = kept ? readRules(ctx, wished.deviceId) : readRulesAfresh(ctx, wished.deviceId)
  const { deviceId, exceptId } = wished
  const asking = { deviceId, exceptId, bookerId: booker.id, at: period?.from ?? ctx.now, lock: write }
  const known = kept ? await reading : undefined
  // With cached rules the quota is read in the same statement as the facts.
  const quota = known ? makeQuotaQuery(ctx, { ...asking, opening: known.rules.opening }) : null
  const row = await store.findFacts(
    ctx.db,
    { ...wished, bookerId: booker.id, firstDay, newId: write && wished.exceptId === 0, quota },
    ctx.now,
    reading,
  )
  if (!row) throw notFound('仪器')
  const asked: Asked = { ...wished, payerId: row.payerId }
  const { opening } = row
  const schedule: Schedule = { windows: row.windows, exceptions: row.exceptions, zone }
  const tier = findTier(booker, row.deviceDeptId)
  const quote = makeQuote(row.plan ?? undefined, tier, {
    minutes: period ? minutesBetween(period.from, period.to) : 0,
    samples: asked.sampleCount,
  })
  const fundCardRequired = opening?.fundCardRequired ?? false
  const byCard = quote !== undefined && needsCard({ ...asked, fundCardRequired, quote })
  const [approvals, used, card, unpaid] = await together([
    findNeeds(ctx, {
      ...asked,
      bookerId: booker.id,
      userType: booker.userType,
      labId: row.labId,
      labDeptId: row.labDeptId,
      estimateFen: quote?.totalFen ?? 0,
      byCard,
    }),
    known ? row.used : findUsedQuota(ctx, { ...asking, opening }),
    // Only the payer's own card is judged: other callers must not find out what a card can pay.
    asked.fundCardId !== null && quote && asked.payerId === booker.id
      ? judgeCard(ctx, {
          cardId: asked.fundCardId,
          userId: asked.payerId,
          amountFen: quote.totalFen,
          day: findLocal(ctx.now, zone).day,
          wanted: write
            ? { person: ctx.me, what: wordWant({ deviceName: row.deviceName, period }, zone) }
            : undefined,
        })
      : [],
    row.payerType !== null && row.payerTier !== null
      ? findUnpaid(ctx, { ...asked, bookerId: booker.id }, { userType: row.payerType, tier: row.payerTier })
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
    seat: opening && period ? chooseSeat(asked.seat, opening.capacity, row.taken) : null,
    needs: approvals,
    judgedBy: known?.judgedBy ?? null,
  }
}
