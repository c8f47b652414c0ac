import type { GateMonitor } from '@portal/contract/gate-monitor/gate-monitor'
import { deniedWords, eventKindWords, type IotEvent } from '@portal/contract/iot/door-access'
import { formatSecond } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { ButtonLink, Card, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { NotRenewed } from '../../../ui/list/not-renewed.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { monitorNews, useMonitor } from '../gate-monitor.queries.ts'
import { alarmAction } from '../../iot/shared/alarm-action.ts'
import { EventLog } from '../parts/event-log.tsx'
import { Doors, Inside, Switches } from '../parts/units.tsx'
import { useSteadyNews } from '../steady-news.ts'
import '../monitor.css'

/** A silent gateway sends no news, so the page also reloads at this interval. */
const SILENCE_MS = 30_000

/** Current state of doors and power, open alarms, and events. */
export default function MonitorPage() {
  useSteadyNews(monitorNews)
  const query = useMonitor({}, { refetchInterval: SILENCE_MS })
  const { data, error, refetch } = query
  return (
    <section className="gate-monitor" aria-label="门禁监控">
      <header className="page-head">
        <h1>门禁监控</h1>
        <div className="page-extra no-print">
          <ButtonLink to={to('/gate-monitor')} icon="full">
            打开大屏
          </ButtonLink>
        </div>
      </header>
      <NotRenewed list={query} />
      {data ? (
        <Now monitor={data} />
      ) : error ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={8} height={30} />
      )}
      <EventLog doors={data?.doors} switches={data?.switches} />
    </section>
  )
}

function Now({ monitor: m }: { monitor: GateMonitor }) {
  return (
    <>
      <Card title={`待处理告警（${m.alarmCount}）`}>
        {m.alarms.length === 0 ? (
          <p className="muted">没有待处理的告警</p>
        ) : (
          <>
            <div className="gate-scroll">
              <DataTable
                caption="待处理告警"
                columns={alarmColumns}
                rows={m.alarms}
                rowKey={(e) => e.id}
                actions={[alarmAction]}
              />
            </div>
            {m.alarmCount > m.alarms.length && (
              <p className="muted">这里是最新 {m.alarms.length} 条，其余在下方记录中筛选“只看待处理告警”。</p>
            )}
          </>
        )}
      </Card>
      <div className="gate-columns">
        <Doors doors={m.doors} />
        <Switches switches={m.switches} />
      </div>
      <Inside people={m.inside} doors={m.doors} />
    </>
  )
}
const alarmColumns: readonly Column<IotEvent>[] = [
  { key: 'at', title: '时间', render: (e) => formatSecond(e.at) },
  { key: 'unit', title: '门禁或开关', main: true, render: (e) => e.unit?.name ?? e.gateway.name },
  {
    key: 'kind',
    title: '告警',
    render: (e) => <StateTag tone="refused" text={eventKindWords[e.kind]} />,
  },
  { key: 'person', title: '人员', render: (e) => e.person?.name },
  { key: 'note', title: '说明', render: (e) => e.note && (deniedWords[e.note] ?? e.note) },
]
