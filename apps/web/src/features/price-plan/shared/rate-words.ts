import { formatYuan } from '@portal/contract/kernel/money'
import type { PriceBasis, Rate } from '@portal/contract/price-plan/price-plan'

const MINUTES_OF: Record<number, string> = { 60: '小时', 1440: '天' }

/** 200.00 元/小时；开机费 50.00 元；至少 2 个单位；满 10 起 150.00 元 */
export function rateWords(basis: PriceBasis, rate: Rate): string {
  const unit = basis === 'per_sample' ? '样' : (MINUTES_OF[rate.unitMinutes] ?? `${rate.unitMinutes} 分钟`)
  return [
    `${formatYuan(rate.unitFen)} 元/${unit}`,
    rate.startFen > 0 && `开机费 ${formatYuan(rate.startFen)} 元`,
    rate.minUnits > 1 && `至少 ${rate.minUnits} 个单位`,
    ...rate.bands.map((b) => `满 ${b.fromUnits} 起 ${formatYuan(b.unitFen)} 元`),
  ]
    .filter(Boolean)
    .join('；')
}
