import { useId, useState } from 'react'
import {
  priceBases,
  priceBasisWords,
  priceTiers,
  priceTierWords,
  type PriceBasis,
  type PriceTier,
} from '@portal/contract/price-plan/price-plan'
import { to } from '../../../lib/paths.ts'
import { ButtonLink, Card, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useCurrentPrices, useEstimate, usePricedDevice } from '../price-plan.queries.ts'
import { BillLines } from '../shared/bill-lines.tsx'
import { PriceTable } from '../shared/price-table.tsx'
import './estimate.css'

const MOST_HOURS = 744
const MOST_SAMPLES = 1_000_000
const within = (text: string, most: number): number => Math.min(most, Math.max(0, Number(text) || 0))

/** Estimates the price of a use line by line, with today's prices. */
export function Estimate({ deviceId }: { deviceId: number }) {
  const { data: device } = usePricedDevice({ params: { id: deviceId } })
  const { data: prices, error, refetch } = useCurrentPrices({ query: { deviceId } })
  const bases = priceBases.filter((b) => prices?.plans.some((p) => p.basis === b))
  return (
    <section className="estimate" aria-label="收费测算">
      <header className="page-head">
        <h1>{device ? `${device.name}收费测算` : '收费测算'}</h1>
        <div className="page-extra no-print">
          <ButtonLink to={to('/open-sharing/fee-demonstrate')} icon="back">
            其他仪器
          </ButtonLink>
          <ButtonLink to={to('/osp/priceProofDetail', { deviceId })}>价格论证</ButtonLink>
        </div>
      </header>
      <Card title="收费标准">
        <PriceTable deviceId={deviceId} />
      </Card>
      {error && !prices ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : !prices ? (
        <Skeleton rows={4} height={28} />
      ) : (
        bases[0] && <Calculator deviceId={deviceId} bases={bases} first={bases[0]} />
      )}
    </section>
  )
}

interface CalculatorProps {
  deviceId: number
  bases: readonly PriceBasis[]
  first: PriceBasis
}
function Calculator({ deviceId, bases, first }: CalculatorProps) {
  const id = useId()
  const [basis, setBasis] = useState(first)
  const [tier, setTier] = useState<PriceTier>('campus')
  const [hours, setHours] = useState('1')
  const [samples, setSamples] = useState('1')
  const use =
    basis === 'per_time'
      ? { minutes: Math.round(within(hours, MOST_HOURS) * 60) }
      : { samples: Math.round(within(samples, MOST_SAMPLES)) }
  const { data, error, refetch } = useEstimate({ query: { deviceId, basis, tier, ...use } })
  return (
    <Card title="测算费用">
      <div className="estimate-form">
        <label htmlFor={`${id}-basis`}>计费方式</label>
        <select id={`${id}-basis`} value={basis} onChange={(e) => setBasis(e.target.value as PriceBasis)}>
          {bases.map((b) => (
            <option key={b} value={b}>
              {priceBasisWords[b]}
            </option>
          ))}
        </select>
        <label htmlFor={`${id}-tier`}>用户类别</label>
        <select id={`${id}-tier`} value={tier} onChange={(e) => setTier(e.target.value as PriceTier)}>
          {priceTiers.map((t) => (
            <option key={t} value={t}>
              {priceTierWords[t]}
            </option>
          ))}
        </select>
        {basis === 'per_time' ? (
          <>
            <label htmlFor={`${id}-hours`}>使用时长（小时）</label>
            <input
              id={`${id}-hours`}
              type="number"
              min={0}
              max={MOST_HOURS}
              step={0.5}
              value={hours}
              onChange={(e) => setHours(e.target.value)}
            />
          </>
        ) : (
          <>
            <label htmlFor={`${id}-samples`}>样品数</label>
            <input
              id={`${id}-samples`}
              type="number"
              min={0}
              max={MOST_SAMPLES}
              step={1}
              value={samples}
              onChange={(e) => setSamples(e.target.value)}
            />
          </>
        )}
      </div>
      {error && !data ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={3} height={28} />
      ) : data.quote ? (
        <BillLines
          lines={data.quote.lines}
          totalFen={data.quote.totalFen}
          caption="测算结果"
          total="预计费用"
        />
      ) : (
        <p className="muted">该仪器不对{priceTierWords[tier]}用户开放，没有这一档价格。</p>
      )}
    </Card>
  )
}
