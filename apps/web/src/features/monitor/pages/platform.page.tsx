import type { PlatformState } from '@portal/contract/monitor/platform'
import { formatSecond } from '../../../lib/format.ts'
import { Card, Skeleton } from '../../../ui/light.tsx'
import '../../../ui/list/list.css'
import { NotRenewed } from '../../../ui/list/not-renewed.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { CallTable } from '../parts/call-table.tsx'
import { DatabaseState } from '../parts/database-state.tsx'
import { Problems } from '../parts/problems.tsx'
import { ProcessTable } from '../parts/process-table.tsx'
import { WorkState } from '../parts/work-state.tsx'
import { usePlatform } from '../monitor.queries.ts'
import '../parts/monitor.css'

/** The platform's state from the figures of /metrics: current problems first, reloaded every five seconds. */
export default function PlatformPage() {
  const query = usePlatform({}, { refetchInterval: 5000 })
  const { data, error, refetch } = query
  return (
    <section className="list-page" aria-label="平台监控">
      <header className="page-head">
        <h1>平台监控</h1>
        {data && <span className="page-extra muted">更新于 {formatSecond(data.at)}，每 5 秒自动刷新</span>}
      </header>
      <NotRenewed list={query} />
      {data ? (
        <State state={data} />
      ) : (
        <div className="card">
          {error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={8} height={30} />
          )}
        </div>
      )}
    </section>
  )
}

const State = ({ state }: { state: PlatformState }) => (
  <>
    <Problems problems={state.problems} />
    <Card title={`服务进程（${state.processes.length}）`}>
      <ProcessTable rows={state.processes} />
    </Card>
    <DatabaseState database={state.database} />
    <WorkState jobs={state.jobs} outbox={state.outbox} />
    <Card title="接口耗时">
      <p className="muted">
        最近 {state.lately} 分钟（启动不足 {state.lately} 分钟的进程自启动算起），所有进程合计，最慢的在前。
      </p>
      <CallTable rows={state.calls} />
    </Card>
  </>
)
