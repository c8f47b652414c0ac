import { priceTierWords, type PriceBasis } from '@portal/contract/price-plan/price-plan'
import { useCurrentPrices } from '../price-plan.queries.ts'
import { rateWords } from './rate-words.ts'

/** The reader's price of a device in one line; if there are several plans, the one for `basis`. */
export function MyPrice({ deviceId, basis }: { deviceId: number; basis: PriceBasis }) {
  const { data } = useCurrentPrices({ query: { deviceId } }, { staleTime: 60_000 })
  // Booking works without it: the price is also judged with the chosen time.
  if (!data) return null
  const meant = data.plans.filter((p) => p.basis === basis)
  const plans = meant.length ? meant : data.plans
  if (plans.length === 0) return <>不收费</>
  return (
    <>
      {plans.map((p) => (p.mine ? rateWords(p.basis, p.mine) : '不对您这类用户开放')).join('；')}
      {data.tier && <span className="muted">（{priceTierWords[data.tier]}价）</span>}
    </>
  )
}
