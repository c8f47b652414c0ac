import type { DemonstratedRow } from '@portal/contract/price-plan/demonstrate'
import type { PriceTier } from '@portal/contract/price-plan/price-plan'
import { useNarrow } from '../../../ui/use-media.ts'
import { Whole } from '../../../ui/whole.tsx'
import { briefRate, rateWords } from '../shared/rate-words.ts'

interface Props {
  plans: DemonstratedRow['plans']
  tier: PriceTier
}
/**
 * An instrument's price for a tier, one line per basis. In a table extra conditions are shortened to 起 and
 * shown on hover; a phone's card shows all.
 */
export function RateLines({ plans, tier }: Props) {
  const narrow = useNarrow()
  const rates = plans.flatMap((p) => {
    // A dept without its own price pays the campus price.
    const rate = p.rates[tier] ?? (tier === 'dept' ? p.rates.campus : undefined)
    return rate ? [{ basis: p.basis, rate }] : []
  })
  if (rates.length === 0) return plans.length > 0 ? '不开放' : '不收费'
  if (narrow) return <Whole>{rates.map((r) => rateWords(r.basis, r.rate)).join('；')}</Whole>
  return rates.map((r) => (
    <div key={r.basis} className="whole" title={rateWords(r.basis, r.rate)}>
      {briefRate(r.basis, r.rate)}
    </div>
  ))
}
