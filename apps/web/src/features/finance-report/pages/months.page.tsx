import { Link, useSearchParams } from 'react-router'
import {
  monthStateWords,
  type MonthRow,
  type MonthState,
} from '@portal/contract/finance-report/finance-report'
import { EMPTY, formatDay, formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { Choose } from '../../../ui/form/choose.tsx'
import { Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { Accounts } from '../parts/accounts-form.tsx'
import { MonthView } from '../parts/month-view.tsx'
import { useMonths } from '../finance-report.queries.ts'
import { readClosingYear } from '../period.rules.ts'
import '../finance-report.css'

/** 月结: the months of a year and which are closed; with `month` in the address, one month. */
export default function MonthsPage() {
  const [search] = useSearchParams()
  const month = search.get('month')
  if (month) return <MonthView month={month} />
  return <Months year={readClosingYear(search, formatDay(new Date()))} />
}

function Months({ year }: { year: number }) {
  const [, setSearch] = useSearchParams()
  const { data, error, refetch } = useMonths({ query: { year } })
  const years = data?.years.includes(year) === false ? [year, ...data.years] : (data?.years ?? [year])
  return (
    <section className="finance" aria-label="月结">
      <header className="page-head">
        <h1>月结</h1>
        <div className="page-extra">
          <Choose
            label="年度"
            value={year}
            options={years.map((value) => ({ value, label: String(value) }))}
            onChoose={(next) => setSearch({ year: next })}
          />
        </div>
      </header>
      <Card>
        <p className="muted">
          月份按顺序结账，结账后不能撤销。已结账月份的数字不再变化，之后的冲正和费用更正在发生当月的“后期调整”中单独列示。
        </p>
        {error && !data ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton rows={6} height={28} />
        ) : data.items.length === 0 ? (
          <Empty text="该年度没有需要结账的收支，可以在右上方换一个年度" />
        ) : (
          <>
            <p>
              <AsOf at={data.asOf} />
            </p>
            <DataTable caption="月结" columns={columns} rows={data.items} rowKey={(r) => r.month} />
          </>
        )}
      </Card>
      <Accounts year={year} />
    </section>
  )
}

const tones = {
  closed: 'done',
  next: 'waiting',
  running: 'draft',
  waiting: 'draft',
} as const satisfies Record<MonthState, string>
const columns: readonly Column<MonthRow>[] = [
  {
    key: 'month',
    title: '月份',
    main: true,
    render: (r) => <Link to={to('/open-sharing/month-close', { month: r.month })}>{r.month}</Link>,
  },
  {
    key: 'state',
    title: '状态',
    render: (r) => <StateTag tone={tones[r.state]} text={monthStateWords[r.state]} />,
  },
  { key: 'received', title: '实收', align: 'right', render: (r) => <MoneyText fen={r.sums.receivedFen} /> },
  { key: 'reversed', title: '冲正', align: 'right', render: (r) => <MoneyText fen={r.sums.reversedFen} /> },
  { key: 'late', title: '后期调整', align: 'right', render: (r) => <MoneyText fen={r.sums.lateFen} /> },
  { key: 'net', title: '净收入', align: 'right', render: (r) => <MoneyText fen={r.sums.netFen} strong /> },
  { key: 'closedBy', title: '结账人', render: (r) => r.closedBy ?? EMPTY },
  { key: 'closedAt', title: '结账时间', render: (r) => (r.closedAt ? formatMinute(r.closedAt) : EMPTY) },
]
