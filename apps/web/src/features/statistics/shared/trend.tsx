import { Sparkline } from '../../../ui/sparkline.tsx'
import { useDeviceTrend, useLabTrend, type Trend } from '../trend.queries.ts'
import { describeTrend } from '../trend.rules.ts'

const Drawn = ({ trend: { months, minutes }, size }: { trend: Trend; size: 'row' | 'head' }) => (
  <Sparkline values={minutes} label={describeTrend(months, minutes)} open size={size} />
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
