import { bookingKindWords, type BookingKind } from '@portal/contract/booking/booking'
import {
  priceBasisWords,
  priceTiers,
  priceTierWords,
  type PriceBasis,
  type PricePlanRow,
  type PriceTier,
  type Rate,
} from '@portal/contract/price-plan/price-plan'
import { rateWords } from '../../price-plan/shared/rate-words.ts'

/** One tier as it is typed. Volume prices have no control: they are kept as they are, or left out. */
export interface RateValues extends Partial<Rate> {
  served?: boolean
  banded?: boolean
}
export type TierValues = Partial<Record<PriceTier, RateValues>>
type Priced = Pick<PricePlanRow, 'basis' | 'rates'>

const blank: RateValues = { served: true, unitMinutes: 60, startFen: 0, minUnits: 0, bands: [] }

/** The version that a new one of this basis replaces: the last, also if it has ended or is yet to come. */
export const findLast = (plans: readonly PricePlanRow[], basis: PriceBasis): PricePlanRow | undefined =>
  plans.filter((p) => p.basis === basis).toSorted((a, b) => b.from.localeCompare(a.from))[0]

/** The basis on which the device is charged now; by time if it is on both, or on none. */
export const findBasis = (plans: readonly PricePlanRow[]): PriceBasis =>
  plans.some((p) => p.basis === 'per_time' && p.state !== 'past') ||
  !plans.some((p) => p.basis === 'per_sample' && p.state !== 'past')
    ? 'per_time'
    : 'per_sample'

/** What the form begins with. A tier that was not served can still be chosen, and is then blank. */
export const beginRates = (last: Priced | undefined): TierValues =>
  Object.fromEntries(
    priceTiers.map((tier): [PriceTier, RateValues] => {
      const rate = last?.rates[tier]
      if (rate) return [tier, { ...rate, served: true, banded: rate.bands.length > 0 }]
      return [tier, { ...blank, served: !last && tier !== 'dept' }]
    }),
  )

/** The typed tiers as they are sent; those without a choice are not served. */
export const readRates = (values: TierValues, basis: PriceBasis): PricePlanRow['rates'] =>
  Object.fromEntries(
    priceTiers.flatMap((tier): [PriceTier, Rate][] => {
      const {
        served,
        banded,
        unitFen,
        unitMinutes = 0,
        startFen = 0,
        minUnits = 0,
        bands = [],
      } = values[tier] ?? {}
      if (!served) return []
      const rate = {
        // A price that is missing is refused by the schema, at its field.
        unitFen: unitFen as number,
        unitMinutes: basis === 'per_time' ? unitMinutes : 0,
        startFen,
        minUnits,
        bands: banded ? bands : [],
      }
      return [[tier, rate]]
    }),
  )

/** A dept without its own price pays the campus price; any other tier without a price is not served. */
export const listWords = ({ basis, rates }: Priced, tier: PriceTier): string =>
  rates[tier] ? rateWords(basis, rates[tier]) : tier === 'dept' && rates.campus ? '同校内' : '不服务'

/** False while the price or its minutes are not typed: a control that is emptied gives null. */
const isTyped = ({ unitFen, unitMinutes }: Rate, basis: PriceBasis): boolean =>
  typeof unitFen === 'number' && (basis !== 'per_time' || unitMinutes > 0)

/** What differs from the version before, one line for each tier; none while its price is not typed. */
export const listChanges = (before: Priced, after: Priced): string[] =>
  priceTiers.flatMap((tier) => {
    const rate = after.rates[tier]
    if (rate && !isTyped(rate, after.basis)) return []
    const [old, now] = [listWords(before, tier), listWords(after, tier)]
    return old === now ? [] : [`${priceTierWords[tier]}：${old} → ${now}`]
  })

/** The uses that are charged on a basis while there is a price of it. */
const chargedKinds: Record<PriceBasis, BookingKind> = {
  per_time: 'self_operated',
  per_sample: 'sample_delivery',
}
/** What holds on a day without the version: the other price stands in for a missing one (choosePlan). */
function describeWithout({ basis }: PricePlanRow, plans: readonly PricePlanRow[], day: string): string {
  const other = plans.find(
    (p) => p.basis !== basis && p.from <= day && (p.until === null || p.until > day),
  )?.basis
  if (!other) return '没有收费标准，使用不收费'
  const kind = bookingKindWords[chargedKinds[basis]]
  return `没有“${priceBasisWords[basis]}”的收费标准，${kind}也用“${priceBasisWords[other]}”的标准`
}
export const describeEnd = (plan: PricePlanRow, plans: readonly PricePlanRow[], tomorrow: string): string =>
  `今天是最后一天，明天起${describeWithout(plan, plans, tomorrow)}；已报的价不变。`
export const describeWithdrawal = (plan: PricePlanRow, plans: readonly PricePlanRow[]): string =>
  plan.replaces
    ? '尚未生效，撤销后上一版继续有效。'
    : `尚未生效，撤销后${describeWithout(plan, plans, plan.from)}。`
