import { utilisationWords, type Utilisation } from '@portal/contract/statistics/trend'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { useDeviceTrend, useLabTrend, type Trend } from '../trend.queries.ts'
import { describeTrend, formatUtilisation } from '../trend.rules.ts'
import './trend.css'

/** The share of open hours in which somebody used it, and how that is reckoned. */
export const Utilised = ({ of }: { of: Utilisation }) => (
  <span className="utilisation muted" title={utilisationWords.formula}>
    {utilisationWords.title} {formatUtilisation(of)}
    <span className="sr-only">（{utilisationWords.formula}）</span>
  </span>
)
const Drawn = ({ trend: { months, minutes, utilisation }, size }: { trend: Trend; size: 'row' | 'head' }) => (
  <>
    <Sparkline values={minutes} label={describeTrend(months, minutes)} open size={size} />
    {size === 'head' && <Utilised of={utilisation} />}
  </>
)

/** An instrument's last twelve months, beside its row or at the head of its page. */
export function DeviceTrend({ deviceId, size = 'row' }: { deviceId: number; size?: 'row' | 'head' }) {
  const { data } = useDeviceTrend(deviceId)
  return data ? <Drawn trend={data} size={size} /> : null
}

/** All instruments of a laboratory together. */
export function LabTrend({ labId }: { labId: number }) {
  const { data } = useLabTrend({ query: { labId } }, { staleTime: 300_000 })
  return data ? <Drawn trend={data} size="head" /> : null
}
