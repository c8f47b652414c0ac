import { utilisationWords, type Utilisation } from '@portal/contract/statistics/trend'
import { EMPTY } from '../../../lib/format.ts'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { useDeviceTrend, useLabTrend, type Trend } from '../trend.queries.ts'
import { describeTrend, formatShare, formatUtilisation } from '../trend.rules.ts'
import './trend.css'

/** The share of open hours in use, and how it is computed; `brief` for little room. */
export const Utilised = ({ of, brief = false }: { of: Utilisation; brief?: boolean }) => {
  const told = brief ? `${formatUtilisation(of)}。${utilisationWords.formula}` : utilisationWords.formula
  return (
    <span className="utilisation muted" title={told}>
      {utilisationWords.title} {brief ? formatShare(of) : formatUtilisation(of)}
      <span className="sr-only">（{told}）</span>
    </span>
  )
}
interface DrawnProps {
  trend: Trend
  size: 'row' | 'head'
  brief?: boolean
}
const Drawn = ({ trend: { months, minutes, utilisation }, size, brief = false }: DrawnProps) => (
  <>
    <Sparkline values={minutes} label={describeTrend(months, minutes)} open size={size} />
    {size === 'head' && <Utilised of={utilisation} brief={brief} />}
  </>
)

/** An instrument's last twelve months, in its row or at the head of its page. */
export function DeviceTrend({ deviceId, size = 'row' }: { deviceId: number; size?: 'row' | 'head' }) {
  const { data } = useDeviceTrend(deviceId)
  return data ? <Drawn trend={data} size={size} /> : null
}

const MINUTES_PER_HOUR = 60
/** Covers the same months as the bars and the share beside it, so that the figures agree. */
export function LabUse({ labId, what }: { labId: number; what: 'uses' | 'hours' }) {
  const { data } = useLabTrend({ query: { labId } }, { staleTime: 300_000 })
  if (!data) return EMPTY
  const hours = Math.round(data.minutes.reduce((sum, n) => sum + n, 0) / MINUTES_PER_HOUR)
  return (
    <span title={`${data.months[0]} 至 ${data.months.at(-1)}，含本月至今`}>
      {(what === 'uses' ? data.uses : hours).toLocaleString('zh-CN')}
    </span>
  )
}

/** All instruments of a laboratory together, for a tile. */
export function LabTrend({ labId }: { labId: number }) {
  const { data } = useLabTrend({ query: { labId } }, { staleTime: 300_000 })
  return data ? <Drawn trend={data} size="head" brief /> : null
}
