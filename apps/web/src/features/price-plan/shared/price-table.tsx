import { priceBasisWords, priceTiers, priceTierWords } from '@portal/contract/price-plan/price-plan'
import { Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { Whole } from '../../../ui/whole.tsx'
import { useCurrentPrices } from '../price-plan.queries.ts'
import { rateWords } from './rate-words.ts'
import './price-table.css'

/** Today's prices of a device: the reader's own first, then all tiers. */
export function PriceTable({ deviceId }: { deviceId: number }) {
  const { data, error, refetch } = useCurrentPrices({ query: { deviceId } }, { staleTime: 60_000 })
  if (error && !data) return <PageError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={3} height={24} />
  if (data.plans.length === 0) return <p className="muted">没有收费标准，使用该仪器不收费。</p>
  const mine = data.tier
  return (
    <>
      {mine && (
        <dl className="price-mine">
          {data.plans.map((p) => (
            <div key={p.id}>
              <dt>
                我的价格（{priceTierWords[mine]}，{priceBasisWords[p.basis]}）
              </dt>
              <dd>{p.mine ? rateWords(p.basis, p.mine) : '该仪器不对您这类用户开放'}</dd>
            </div>
          ))}
        </dl>
      )}
      <table className="price-table">
        <caption className="sr-only">各类用户的收费标准</caption>
        <thead>
          <tr>
            <th scope="col">用户类别</th>
            {data.plans.map((p) => (
              <th scope="col" key={p.id}>
                {priceBasisWords[p.basis]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {priceTiers.map((tier) => (
            <tr key={tier} aria-current={tier === mine || undefined}>
              <th scope="row">{priceTierWords[tier]}</th>
              {data.plans.map((p) => {
                const rate = p.rates[tier]
                return (
                  <td key={p.id}>
                    {rate ? <Whole>{rateWords(p.basis, rate)}</Whole> : <span className="muted">不开放</span>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {[...new Set(data.plans.map((p) => p.note))].map(
        (note) =>
          note && (
            <p key={note} className="muted">
              {note}
            </p>
          ),
      )}
    </>
  )
}
