import { formatYuan } from '@portal/contract/kernel/money'
import {
  findUnitWord,
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
  const more = rate.startFen > 0 || rate.minUnits > 1 || rate.bands.length > 0
  return `¥${formatYuan(rate.unitFen)}/${nameUnit(basis, rate)}${more ? ' 起' : ''}`
}

/** A rate with all conditions: 200.00 元/小时；开机费 50.00 元；至少 2 小时；满 10 小时起 150.00 元/小时 */
export function rateWords(basis: PriceBasis, rate: Rate): string {
  const word = findUnitWord(basis, rate)
  const per = nameUnit(basis, rate)
  const count = (units: number) => (word ? `${units} ${word}` : formatMinutes(units * rate.unitMinutes))
  return [
    `${formatYuan(rate.unitFen)} 元/${per}`,
    rate.startFen > 0 && `开机费 ${formatYuan(rate.startFen)} 元`,
    rate.minUnits > 1 && `至少 ${count(rate.minUnits)}`,
    ...rate.bands.map((b) => `满 ${count(b.fromUnits)}起 ${formatYuan(b.unitFen)} 元/${per}`),
  ]
    .filter(Boolean)
    .join('；')
}
