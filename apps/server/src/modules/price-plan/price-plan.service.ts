import {
  priceTiers,
  priceTierWords,
  type PriceTier,
  type Rate,
  type Rates,
} from '@portal/contract/price-plan/price-plan'
import type { Ctx } from '../../kernel/ctx.ts'
import { findRefusal } from '../../kernel/refuse.ts'
import { findToday } from '../../kernel/time.ts'
import * as store from './price-plan.store.ts'
import { findRate } from './quote.rules.ts'
import { judgeNew } from './version.rules.ts'

// Publishes prices for other modules, such as the end of a workflow.

export interface HourPrices {
  deviceId: number
  /** A day in campus time; a past one counts as today. */
  from: string
  /** Fen per hour; omitted tiers keep their price. */
  hourFen: Partial<Record<PriceTier, number>>
  note: string
  publisherId: number
}

const HOUR_MINUTES = 60
/** The former rate at another price per hour; a message if the price cannot be converted exactly. */
function reprice(tier: PriceTier, before: Rate | undefined, hourFen: number): Rate | string {
  if (before && before.bands.length > 0) return `${priceTierWords[tier]}现为阶梯价`
  const unitMinutes = before?.unitMinutes || HOUR_MINUTES
  const unitFen = (hourFen * unitMinutes) / HOUR_MINUTES
  if (!Number.isInteger(unitFen)) return `${priceTierWords[tier]}按每 ${unitMinutes} 分钟计价，折算后不是整分`
  return { startFen: 0, minUnits: 0, bands: [], ...before, unitMinutes, unitFen }
}

/**
 * Publishes the next version of an instrument's hourly prices, in the name of `publisherId`.
 *
 * @returns The day from which it is valid, or why it could not be published; then nothing is written.
 */
export async function publishHourPrices(
  ctx: Ctx,
  { deviceId, from: asked, hourFen, note, publisherId }: HourPrices,
): Promise<{ from: string } | { failed: string }> {
  const today = findToday(ctx)
  const from = asked < today ? today : asked
  await store.lock(ctx, deviceId)
  const versions = (await store.listOfDevice(ctx.db, deviceId)).filter((p) => p.basis === 'per_time')
  try {
    judgeNew(from, versions, today)
  } catch (e) {
    const refusal = findRefusal(e)
    if (refusal) return { failed: refusal.message }
    throw e
  }
  // The list begins with the newest version, which the new one replaces.
  const former: Rates = versions[0]?.rates ?? {}
  const rates = { ...former }
  for (const tier of priceTiers) {
    const price = hourFen[tier]
    if (price === undefined) continue
    // A department without its own rate has paid the campus rate.
    const rate = reprice(tier, findRate(former, tier), price)
    if (typeof rate === 'string') return { failed: rate }
    rates[tier] = rate
  }
  await store.add(ctx, { deviceId, basis: 'per_time', from, rates, note, createdBy: publisherId })
  ctx.live(`device:${deviceId}`)
  return { from }
}
