import { Suspense, useMemo, useState } from 'react'
import { measureWords } from '@portal/contract/statistics/statistics'
import { Card, Skeleton } from '../../../ui/light.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { definePart } from '../../../ui/part.tsx'
import type { Overview } from '../figures.words.ts'
import { listMonths } from '../period.rules.ts'
import { measureColumn } from './measure-columns.tsx'
import type { Choice } from './use-choice.ts'

// The drawing library is loaded after the figures.
const MonthChart = definePart(() => import('./month-chart.tsx'))

type Month = Overview['months'][number]
const NOTHING = {
  uses: 0,
  reservedMinutes: 0,
  workingMinutes: 0,
  billedMinutes: 0,
  outsideMinutes: 0,
  samples: 0,
  incomeFen: 0,
}
const columns = [
  { key: 'month', title: '月份', main: true as const },
  ...(['uses', 'workingMinutes', 'samples', 'incomeFen'] as const).map((m) => measureColumn<Month>(m)),
]

/** Hours and income by month, as a chart or a table. */
export function Months({ months, choice }: { months: readonly Month[]; choice: Choice }) {
  const [look, setLook] = useState<'chart' | 'table'>('chart')
  const { from, to, today } = choice
  const rows = useMemo(() => {
    const known = new Map(months.map((m) => [m.month.slice(0, 7), m]))
    return listMonths({ from, to }, today).map((month) => ({ ...(known.get(month) ?? NOTHING), month }))
  }, [months, from, to, today])
  return (
    <Card
      title="各月情况"
      extra={
        <span className="statistics-segments no-print" role="group" aria-label="显示方式">
          <button type="button" aria-pressed={look === 'chart'} onClick={() => setLook('chart')}>
            图
          </button>
          <button type="button" aria-pressed={look === 'table'} onClick={() => setLook('table')}>
            表
          </button>
        </span>
      }
    >
      {look === 'chart' ? (
        <Suspense fallback={<Skeleton rows={8} height={26} />}>
          <Charts rows={rows} />
        </Suspense>
      ) : (
        <DataTable caption="各月情况" columns={columns} rows={rows} rowKey={(m) => m.month} />
      )}
    </Card>
  )
}

function Charts({ rows }: { rows: readonly Month[] }) {
  const [hours, income] = useMemo(
    () => [
      rows.map(({ month, workingMinutes }) => ({ month, amount: Math.round(workingMinutes / 6) / 10 })),
      rows.map(({ month, incomeFen }) => ({ month, amount: incomeFen / 100 })),
    ],
    [rows],
  )
  const { workingMinutes, incomeFen } = measureWords
  return (
    <div className="statistics-pair">
      <div>
        <h3>{workingMinutes.title}</h3>
        <MonthChart title={workingMinutes.title} unit={workingMinutes.unit} rows={hours} />
      </div>
      <div>
        <h3>{incomeFen.title}</h3>
        <MonthChart title={incomeFen.title} unit={incomeFen.unit} rows={income} />
      </div>
    </div>
  )
}
