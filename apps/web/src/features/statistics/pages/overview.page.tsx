import { useSearchParams } from 'react-router'
import { tableKeys, tableKeyWords, type TableKey } from '@portal/contract/statistics/statistics'
import { to } from '../../../lib/paths.ts'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import type { Overview } from '../figures.words.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { ChoiceBar, OtherPeriods } from '../parts/choice-bar.tsx'
import { FigureCards } from '../parts/figure-cards.tsx'
import { Months } from '../parts/months.tsx'
import { SmallTable } from '../parts/small-table.tsx'
import { TableList } from '../parts/table-list.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { useChoice, type Choice } from '../parts/use-choice.ts'
import { useOverview } from '../statistics.queries.ts'
import '../statistics.css'

/** Totals of all uses; with `by` in the address, all rows of one table. */
export default function OverviewPage() {
  const [search] = useSearchParams()
  const choice = useChoice()
  const by = tableKeys.find((k) => k === search.get('by'))
  if (!by) return <Whole choice={choice} />
  return (
    <TableList
      title={`按${tableKeyWords[by]}统计`}
      by={by}
      choice={choice}
      extra={
        <ButtonLink to={to('/statistics', choice.kept)} icon="back">
          返回统计报表
        </ButtonLink>
      }
    />
  )
}

function Whole({ choice }: { choice: Choice }) {
  const { data, error, refetch } = useOverview({ query: choice.asked })
  return (
    <section className="statistics" aria-label="统计报表">
      <header className="page-head">
        <h1>统计报表</h1>
        <div className="page-extra no-print">
          <ButtonLink to={to('/statistic/device-statistic', choice.kept)}>仪器统计</ButtonLink>
          <ButtonLink to={to('/statistic/lab-statistic', choice.kept)}>实验室统计</ButtonLink>
          <ButtonLink to="/dashboard/device-rank">仪器排行</ButtonLink>
        </div>
      </header>
      <ViewBar screen="overview" scope={choice.scope} />
      <ChoiceBar choice={choice} />
      {error && !data ? (
        <Card>
          <PageError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : data ? (
        <Shown overview={data} choice={choice} />
      ) : (
        <Card>
          <Skeleton rows={12} height={28} />
        </Card>
      )}
    </section>
  )
}

/** The tables by scope: groups and departments make sense only for figures of several people. */
const listTables = (scope: Overview['scope']): readonly TableKey[] =>
  scope === 'own' ? ['nature', 'tier'] : ['nature', 'tier', 'group', 'userDept']

function Shown({ overview, choice }: { overview: Overview; choice: Choice }) {
  const { now, months, beforeFrom, beforeTo, asOf, scope } = overview
  return (
    <>
      <p className="statistics-about">
        <span className="muted">
          上期为 {beforeFrom} 至 {beforeTo}
          {choice.to > choice.today && '；所选期间尚未结束，与上期的比较仅供参考'}
        </span>
        <AsOf at={asOf} />
      </p>
      <FigureCards overview={overview} />
      {now.uses === 0 && months.length === 0 ? (
        <Card>
          <Empty text="所选期间没有使用记录，可以换一个期间">
            <OtherPeriods choice={choice} />
          </Empty>
        </Card>
      ) : (
        <>
          <Months months={months} choice={choice} />
          <div className="statistics-pair">
            {listTables(scope).map((by) => (
              <SmallTable key={by} by={by} choice={choice} />
            ))}
          </div>
        </>
      )}
    </>
  )
}
