import { lazy, Suspense, useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { RankRow } from '@portal/contract/device/device'
import { formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import '../../../ui/list/list.css'
import { PageError } from '../../../ui/page-error.tsx'
import { useRank } from '../device.queries.ts'
import { hours } from '../device.words.ts'
import './device-rank.css'

// The drawing library comes after the figures.
const RankChart = lazy(() => import('../parts/rank-chart.tsx'))
const MONTHS = 12

/** This month first, then the eleven before it. */
function recentMonths(): string[] {
  const [year = 0, month = 0] = formatDay(new Date()).split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, i) => new Date(Date.UTC(year, month - 1 - i, 1)).toISOString().slice(0, 7))
}

const columns: Column<RankRow>[] = [
  { key: 'rank', title: '名次', width: 70, align: 'center' },
  { key: 'device', title: '仪器', main: true, render: (r) => <Link to={to('/dashboard/deviceDetail', { id: r.device.id })}>{r.device.name}</Link> },
  { key: 'lab', title: '实验室', render: (r) => r.lab.name },
  { key: 'dept', title: '单位', render: (r) => r.dept.name, phone: false },
  { key: 'minutes', title: '使用时长', align: 'right', render: (r) => <span className="num">{hours(r.minutes)}</span> },
  { key: 'bookings', title: '使用次数', align: 'right', render: (r) => <span className="num">{r.bookings}</span> },
  { key: 'samples', title: '测样数', align: 'right', render: (r) => <span className="num">{r.samples}</span> },
]

export default function DeviceRankPage() {
  const [search, setSearch] = useSearchParams()
  const month = search.get('month') ?? ''
  const { data, error, refetch } = useRank({ query: { ...(month && { month }) } }, { staleTime: 300_000 })
  const id = useId()
  return (
    <section className="device-rank" aria-label="仪器排行">
      <header className="page-head">
        <h1>仪器排行</h1>
        <div className="device-rank-month no-print">
          <label htmlFor={id}>时间</label>
          <select id={id} value={month} onChange={(e) => setSearch(e.target.value ? { month: e.target.value } : {}, { preventScrollReset: true })}>
            <option value="">近十二个月</option>
            {recentMonths().map((m) => (
              <option key={m} value={m}>
                {m.replace('-', ' 年 ')} 月
              </option>
            ))}
          </select>
        </div>
      </header>
      {error && !data ? (
        <Card>
          <PageError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : !data ? (
        <Card>
          <Skeleton rows={12} height={28} />
        </Card>
      ) : data.items.length === 0 ? (
        <Card>
          <Empty text="这段时间还没有使用记录" />
        </Card>
      ) : (
        <>
          <Card title="使用时长前二十">
            <Suspense fallback={<Skeleton rows={12} height={24} />}>
              <RankChart rows={data.items.slice(0, 20)} />
            </Suspense>
          </Card>
          <Card title={`前 ${data.items.length} 名`} extra={<span className="muted">共 {data.total} 台仪器有使用记录</span>}>
            <DataTable caption="仪器使用排行" columns={columns} rows={data.items} rowKey={(r) => r.device.id} />
          </Card>
        </>
      )}
    </section>
  )
}
