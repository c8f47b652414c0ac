import { formatYuan } from '@portal/contract/kernel/money'
import {
  findUnitWord,
  hasTerms,
  nameUnit,
  type BriefRow,
  type PriceBasis,
  type Rate,
} from '@portal/contract/price-plan/price-plan'
import { formatMinutes } from '../../../lib/format.ts'

/** A price for a card: ¥200.00/小时起; the instrument's page shows the full conditions. */
export function briefPrice(prices: BriefRow['prices']): string {
  if (prices.length === 0) return '不收费'
  const served = prices.flatMap((p) => (p.rate ? [{ basis: p.basis, rate: p.rate }] : []))
  if (served.length === 0) return '不对您这类用户开放'
  return served.map(({ basis, rate }) => briefRate(basis, rate)).join('，')
}
/** A rate without its conditions: ¥200.00/小时 起 */
export function briefRate(basis: PriceBasis, rate: Rate): string {
  return `¥${formatYuan(rate.unitFen)}/${nameUnit(basis, rate)}${hasTerms(rate) ? ' 起' : ''}`
}

/** A rate with all conditions: 200.00 元/小时；开机费 50.00 元；至少 2 小时；满 10 小时起 150.00 元/小时 */
export function rateWords(basis: PriceBasis, rate: Rate): string {
  return [
    `${formatYuan(rate.unitFen)} 元/${nameUnit(basis, rate)}`,
    rate.startFen > 0 && `开机费 ${formatYuan(rate.startFen)} 元`,
    rate.minUnits > 1 && `至少 ${countUnits(basis, rate, rate.minUnits)}`,
    ...listBandWords(basis, rate),
  ]
    .filter(Boolean)
    .join('；')
}
/** The volume prices of a rate: 满 10 小时起 150.00 元/小时 */
export const listBandWords = (basis: PriceBasis, rate: Pick<Rate, 'unitMinutes' | 'bands'>): string[] =>
  rate.bands.map(
    (b) =>
      `满 ${countUnits(basis, rate, b.fromUnits)}起 ${formatYuan(b.unitFen)} 元/${nameUnit(basis, rate)}`,
  )

function countUnits(basis: PriceBasis, rate: Pick<Rate, 'unitMinutes'>, units: number): string {
  const word = findUnitWord(basis, rate)
  return word ? `${units} ${word}` : formatMinutes(units * rate.unitMinutes)
}
