import { Link } from 'react-router'
import type { DeviceStatus } from '@portal/contract/device/device'
import { IDLE_DAYS, type Board } from '@portal/contract/statistics/board'
import { measureWords, scopeWords, type Measure } from '@portal/contract/statistics/statistics'
import type { ScreenPath } from '@portal/contract/screens'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { Card } from '../../../ui/light.tsx'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { Whole } from '../../../ui/whole.tsx'
import { useBoard } from '../board.queries.ts'
import { compareAmounts } from '../figures.words.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { formatAmount } from '../statistics.words.ts'
import { describeTrend } from '../trend.rules.ts'
import { Utilised } from './trend.tsx'
import '../board.css'

/** The states of the instruments that the server counts as out of service. */
const FAILING = ['broken', 'maintenance'] as const satisfies readonly DeviceStatus[]
const MEASURES = ['uses', 'users', 'workingMinutes', 'incomeFen'] as const satisfies readonly Measure[]

/**
 * For leaders of laboratories: this month compared with the last, idle instruments and those out of service;
 * nothing for others.
 */
export function LeaderBoard() {
  const managed = useHolds(['DEVICE_ALL', 'DEVICE_MANEGE_VIEW'])
  const { data } = useBoard({}, { staleTime: 60_000, refetchInterval: 300_000 })
  if (!data) return null
  const days = { scope: data.scope, period: 'custom' }
  const now = { ...days, from: data.from, to: data.to }
  // Finance sees the whole campus here but has no list of all its instruments.
  const devices = managed ? '/maintain/deviceInfo' : data.scope === 'all' ? null : '/account/devices'
  return (
    <Card
      title={`${scopeWords[data.scope]}本月概况`}
      extra={
        <span className="muted">
          {data.from} 至 {data.to}，与上月同期相比。
          <AsOf at={data.asOf} />
        </span>
      }
    >
      <ul className="board-figures" aria-label="本月与上月同期">
        {MEASURES.map((m) => (
          <li key={m}>
            <Link to={to(m === 'incomeFen' ? '/statistic/lab-statistic' : '/statistics', now)}>
              {measureWords[m].title}
            </Link>
            <b>
              {formatAmount(m, data.now[m])} <small>{measureWords[m].unit}</small>
            </b>
            <small>
              <Whole>{compareAmounts(m, data.now[m], data.before[m])}</Whole>
            </small>
            {m === 'workingMinutes' && (
              <Sparkline
                values={data.months.map((of) => of.minutes)}
                label={describeTrend(
                  data.months.map((of) => of.month),
                  data.months.map((of) => of.minutes),
                )}
                open
              />
            )}
            {m === 'workingMinutes' && data.scope !== 'all' && <Utilised of={data.utilisation} />}
          </li>
        ))}
      </ul>
      <div className="board-lists">
        <Few
          title={`${IDLE_DAYS} 天没有使用的共享仪器`}
          few={data.idle}
          none="没有闲置的共享仪器"
          all="/statistic/device-statistic"
          query={{ ...days, from: data.idleFrom, to: data.to, shared: true, idle: true }}
        />
        <Few
          title="故障或维护中的仪器"
          few={data.failing}
          none="没有停用的仪器"
          all={devices}
          query={{ status: FAILING.join(',') }}
        />
      </div>
    </Card>
  )
}

interface Props {
  title: string
  few: Board['idle']
  none: string
  /** The list of all; null: the caller has none. */
  all: ScreenPath | null
  query: Record<string, string | boolean>
}
function Few({ title, few: { total, devices }, none, all, query }: Props) {
  return (
    <section aria-label={title}>
      <h3>
        {title}
        {total > 0 && `：${total} 台`}
      </h3>
      {total === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <ul>
          {devices.map((d) => (
            <li key={d.id}>
              <Link to={to('/dashboard/deviceDetail', { id: d.id })}>{d.name}</Link>
              <span className="muted"> {d.lab}</span>
            </li>
          ))}
        </ul>
      )}
      {all && total > devices.length && <Link to={to(all, query)}>查看全部</Link>}
    </section>
  )
}
