import { useLocation, useSearchParams } from 'react-router'
import { screenAt } from '@portal/contract/screens'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { CardList } from '../parts/card-list.tsx'
import { Division } from '../parts/division.tsx'
import { EntryList } from '../parts/entry-list.tsx'
import { IncomeTable } from '../parts/income-table.tsx'
import { OutstandingList } from '../parts/outstanding-list.tsx'
import { PeriodBar } from '../parts/period-bar.tsx'
import { SummaryView } from '../parts/summary-view.tsx'
import { KEPT_NAMES, usePeriod } from '../parts/use-period.ts'
import '../finance-report.css'

const views = {
  summary: { title: '总览', View: SummaryView },
  table: { title: '收入报表', View: IncomeTable },
  entries: { title: '收支明细', View: EntryList },
  cards: { title: '经费卡', View: CardList },
  outstanding: { title: '待收款', View: OutstandingList },
  division: { title: '收入分配', View: Division },
} as const
const tabs = Object.entries(views).map(([key, { title }]) => ({ key, title }))

/**
 * Amounts billed, paid and refunded: all for finance, the laboratory's for a director, their own for a payer.
 */
export default function ReportsPage() {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  // 财务报表 in the back office, 费用报表 among a payer's own pages.
  const title = screenAt(pathname)?.title
  const choice = usePeriod()
  const value = search.get('view') ?? ''
  const key = value in views ? (value as keyof typeof views) : 'summary' // checked: one of its keys
  const { View } = views[key]
  const link = (query: Record<string, string>) =>
    `${pathname}?${new URLSearchParams({ ...choice.kept, ...query }).toString()}`
  return (
    <section className="finance" aria-label={title}>
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <PeriodBar choice={choice} />
      <LinkTabs label="报表" name="view" tabs={tabs} value={key} keep={KEPT_NAMES} />
      <View choice={choice} link={link} />
    </section>
  )
}
