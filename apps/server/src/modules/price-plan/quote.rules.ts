import { formatYuan, share } from '@portal/contract/kernel/money'
import {
  findUnitWord,
  nameUnit,
  type BillLine,
  type PriceBasis,
  type PriceTier,
  type Quote,
  type Rate,
  type Rates,
} from '@portal/contract/price-plan/price-plan'

export interface Plan {
  id: number
  version: number
  basis: PriceBasis
  rates: Rates
}

/** The price tier of a person at a device: people of the device's own dept pay its inner price. */
export const findTier = (
  person: { tier: 'campus' | 'school' | 'company'; deptId: number | null },
  deviceDeptId: number,
): PriceTier => (person.tier === 'campus' && person.deptId === deviceDeptId ? 'dept' : person.tier)

/**
 * The rate of a tier; a department without its own rate pays the campus rate. Undefined: this tier is not
 * served.
 */
export const findRate = (rates: Rates, tier: PriceTier): Rate | undefined =>
  rates[tier] ?? (tier === 'dept' ? rates.campus : undefined)

const makeLine = (
  kind: BillLine['kind'],
  label: string,
  quantity: number,
  unitFen: number,
  per: string,
  count = String(quantity),
): BillLine => ({
  kind,
  label,
  quantity,
  unitFen,
  amountFen: quantity * unitFen,
  formula: `${count} × ${formatYuan(unitFen)} 元/${per}`,
})

/**
 * The bill lines of a use: the start fee, then the units at the rate of their band; a begun unit counts as a
 * whole one.
 */
export function listLines(
  basis: PriceBasis,
  rate: Rate,
  use: { minutes: number; samples: number },
): BillLine[] {
  const begun = basis === 'per_time' ? Math.ceil(use.minutes / Math.max(1, rate.unitMinutes)) : use.samples
  const units = begun > 0 ? Math.max(begun, rate.minUnits) : 0
  const unitFen = rate.bands.findLast((b) => units >= b.fromUnits)?.unitFen ?? rate.unitFen
  const lines: BillLine[] = []
  if (rate.startFen > 0 && units > 0) lines.push(makeLine('start', '开机费', 1, rate.startFen, '次'))
  const per = nameUnit(basis, rate)
  const count = `${units} ${findUnitWord(basis, rate) ?? `× ${per}`}`
  if (basis === 'per_time') lines.push(makeLine('time', '机时费', units, unitFen, per, count))
  else lines.push(makeLine('sample', '样品测试费', units, unitFen, per, count))
  return lines
}

/** The bill lines of a use that a fault ended: by the minute, without start fee and without minimum. */
export function linesOfFault(
  basis: PriceBasis,
  rate: Rate,
  use: { minutes: number; samples: number },
): BillLine[] {
  if (basis === 'per_sample') return listLines(basis, { ...rate, startFen: 0, minUnits: 0 }, use)
  const per = Math.max(1, rate.unitMinutes)
  const begun = Math.ceil(use.minutes / per)
  const unitFen = rate.bands.findLast((b) => begun >= b.fromUnits)?.unitFen ?? rate.unitFen
  const amountFen = share(unitFen, use.minutes, per)
  return [
    {
      kind: 'time',
      label: '机时费',
      quantity: 1,
      unitFen: amountFen,
      amountFen,
      formula: `${use.minutes} 分钟 × ${formatYuan(unitFen)} 元/${nameUnit(basis, rate)}`,
      reason: '因仪器故障结束，按实际分钟计，不计开机费与最低计费',
    },
  ]
}

export const sumLines = (lines: readonly BillLine[]): number => lines.reduce((sum, l) => sum + l.amountFen, 0)

/**
 * The quote of a use, frozen with everything it was computed from. A device without a plan costs nothing.
 * Undefined: the plan has no rate for this tier.
 */
export function makeQuote(
  plan: Plan | undefined,
  tier: PriceTier,
  use: { minutes: number; samples: number },
): Quote | undefined {
  if (!plan) return { planId: null, planVersion: null, basis: null, tier, rate: null, lines: [], totalFen: 0 }
  const rate = findRate(plan.rates, tier)
  if (!rate) return undefined
  const lines = listLines(plan.basis, rate, use)
  return {
    planId: plan.id,
    planVersion: plan.version,
    basis: plan.basis,
    tier,
    rate,
    lines,
    totalFen: sumLines(lines),
  }
}

/** Recomputes the quote for another length or count: tier, rate and version stay frozen. */
export function requote(quote: Quote, use: { minutes: number; samples: number }): Quote {
  if (!quote.basis || !quote.rate) return quote
  const lines = listLines(quote.basis, quote.rate, use)
  return { ...quote, lines, totalFen: sumLines(lines) }
}
