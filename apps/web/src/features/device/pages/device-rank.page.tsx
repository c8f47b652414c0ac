import { Suspense, useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  rankMeasures,
  rankMeasureWords,
  type RankMeasure,
  type RankRow,
} from '@portal/contract/device/device'
import { formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useVisiting } from '../../../lib/site.ts'
import { Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import type { Option } from '../../../ui/list/filters.tsx'
import '../../../ui/list/list.css'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { definePart } from '../../../ui/part.tsx'
import { useFilterOptions, useRank } from '../device.queries.ts'
import { hours } from '../device.words.ts'
import './device-rank.css'

// The drawing library is loaded after the figures.
const RankChart = definePart(() => import('../parts/rank-chart.tsx'))
const MONTHS = 12

/** The current month and the eleven before, latest first. */
function recentMonths(): Option[] {
  const [year = 0, month = 0] = formatDay(new Date()).split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, i) =>
    new Date(Date.UTC(year, month - 1 - i, 1)).toISOString().slice(0, 7),
  ).map((m) => ({ value: m, label: `${m.replace('-', ' 年 ')} 月` }))
}

const columns: Column<RankRow>[] = [
  { key: 'rank', title: '名次', width: 70, align: 'center' },
  {
    key: 'device',
    title: '仪器',
    main: true,
    render: (r) => <Link to={to('/dashboard/deviceDetail', { id: r.device.id })}>{r.device.name}</Link>,
  },
  { key: 'lab', title: '实验室', render: (r) => r.lab.name },
  { key: 'dept', title: '单位', render: (r) => r.dept.name, phone: false },
  {
    key: 'minutes',
    title: '使用时长',
    align: 'right',
    render: (r) => <span className="num">{hours(r.minutes)}</span>,
  },
  {
    key: 'bookings',
    title: '使用次数',
    align: 'right',
    render: (r) => <span className="num">{r.bookings}</span>,
  },
  {
    key: 'samples',
    title: '测样数',
    align: 'right',
    render: (r) => <span className="num">{r.samples}</span>,
  },
  { key: 'income', title: '收入', align: 'right', render: (r) => <MoneyText fen={r.incomeFen} /> },
]

/** Income is shown only to signed-in users. */
function useMeasures(): readonly RankMeasure[] {
  const visiting = useVisiting()
  return visiting ? rankMeasures.filter((m) => m !== 'income') : rankMeasures
}

/** The choice is kept in the address bar. */
function useChoice() {
  const [search, setSearch] = useSearchParams()
  const measures = useMeasures()
  const by = measures.find((m) => m === search.get('by')) ?? 'minutes'
  const choose = (name: string, value: string) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { preventScrollReset: true },
    )
  return { by, measures, month: search.get('month') ?? '', deptId: search.get('deptId') ?? '', choose }
}

export default function DeviceRankPage() {
  const { by, measures, month, deptId, choose } = useChoice()
  const { depts } = useFilterOptions()
  const { data, error, refetch } = useRank(
    { query: { by, ...(month && { month }), ...(deptId && { deptId }) } },
    { staleTime: 300_000 },
  )
  return (
    <section className="device-rank" aria-label="仪器排行">
      <header className="page-head">
        <h1>仪器排行</h1>
        <div className="device-rank-choice no-print">
          <Choose
            label="单位"
            value={deptId}
            all="全校"
            options={depts}
            onChoose={(v) => choose('deptId', v)}
          />
          <Choose
            label="时间"
            value={month}
            all="近十二个月"
            options={recentMonths()}
            onChoose={(v) => choose('month', v)}
          />
        </div>
      </header>
      <div className="device-rank-by no-print" role="group" aria-label="排行依据">
        {measures.map((m) => (
          <button
            key={m}
            type="button"
            aria-pressed={m === by}
            onClick={() => choose('by', m === 'minutes' ? '' : m)}
          >
            按{rankMeasureWords[m]}
          </button>
        ))}
      </div>
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
          <Empty text={`这段时间还没有${by === 'income' ? '收入' : '使用记录'}`} />
        </Card>
      ) : (
        <Ranks by={by} items={data.items} total={data.total} />
      )}
    </section>
  )
}

function Ranks({ by, items, total }: { by: RankMeasure; items: readonly RankRow[]; total: number }) {
  const visiting = useVisiting()
  return (
    <>
      <Card title={`${rankMeasureWords[by]}前${items.length < 20 ? ` ${items.length} 名` : '二十'}`}>
        <Suspense fallback={<Skeleton rows={12} height={24} />}>
          <RankChart rows={items.slice(0, 20)} by={by} />
        </Suspense>
      </Card>
      <Card
        title={`前 ${items.length} 名`}
        extra={
          <span className="muted">
            共 {total} 台仪器{by === 'income' ? '有收入' : '有使用记录'}
          </span>
        }
      >
        <DataTable
          caption={`仪器${rankMeasureWords[by]}排行`}
          columns={visiting ? columns.filter((c) => c.key !== 'income') : columns}
          rows={items}
          // An instrument that has moved ranks once for each laboratory in which it was used.
          rowKey={(r) => `${r.device.id} ${r.lab.id}`}
        />
      </Card>
    </>
  )
}

interface Choosing {
  label: string
  value: string
  /** The option that clears the choice. */
  all: string
  options: readonly Option[]
  onChoose: (value: string) => void
}
function Choose({ label, value, all, options, onChoose }: Choosing) {
  const id = useId()
  return (
    <span>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(e) => onChoose(e.target.value)}>
        <option value="">{all}</option>
        {options.map((o) => (
          <option key={o.value} value={o.value}>
            {o.label}
          </option>
        ))}
      </select>
    </span>
  )
}
