import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { dimensionWords, type Pivot } from '@portal/contract/statistics/pivot'
import { measureWords, scopeWords } from '@portal/contract/statistics/statistics'
import { Button, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { ExportButton } from '../../../ui/list/export-button.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { AsOf } from '../../../ui/as-of.tsx'
import { definePart } from '../../../ui/part.tsx'
import { ChoiceBar, OtherPeriods } from '../parts/choice-bar.tsx'
import { Formulas } from '../parts/measure-columns.tsx'
import { PivotBar } from '../parts/pivot-bar.tsx'
import { PivotTable } from '../parts/pivot-table.tsx'
import { PivotUses } from '../parts/pivot-uses.tsx'
import { usePivotChoice, type PivotChoice } from '../parts/use-pivot-choice.ts'
import { ViewBar } from '../parts/view-bar.tsx'
import { drawPivot } from '../pivot.draw.ts'
import { savePivot, usePivot } from '../pivot.queries.ts'
import '../statistics.css'
import '../pivot.css'

// The drawing library is loaded after the figures.
const Chart = definePart(() => import('../parts/chart.tsx'))

/** Uses by chosen dimensions; with `uses` in the address, the uses of one cell. */
export default function PivotPage() {
  const [search] = useSearchParams()
  const choice = usePivotChoice()
  return search.get('uses') ? <PivotUses choice={choice} /> : <Whole choice={choice} />
}

function Whole({ choice }: { choice: PivotChoice }) {
  const query = { ...choice.asked, ...choice.cut }
  const { data, error, refetch } = usePivot({ query })
  return (
    <section className="statistics" aria-label="交叉分析">
      <header className="page-head">
        <h1>交叉分析</h1>
        <div className="page-extra no-print">
          {data && data.rows.length > 0 && (
            <>
              <Button icon="print" onClick={() => print()}>
                打印
              </Button>
              <ExportButton save={(transfer) => savePivot(query, transfer)} />
              <ExportButton
                format="csv"
                save={(transfer) => savePivot({ ...query, format: 'csv' }, transfer)}
              />
            </>
          )}
        </div>
      </header>
      <ViewBar screen="pivot" scope={choice.scope} />
      <ChoiceBar choice={choice} />
      <PivotBar choice={choice} table={data} />
      {data && <OnPaper table={data} choice={choice} />}
      {error ? (
        <Card>
          <PageError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : data ? (
        <Shown table={data} choice={choice} />
      ) : (
        <Card>
          <Skeleton rows={12} height={28} />
        </Card>
      )}
    </section>
  )
}

function Shown({ table, choice }: { table: Pivot; choice: PivotChoice }) {
  const [first] = table.measures
  if (table.rows.length === 0 || !first)
    return (
      <Card>
        <Empty
          text={choice.only.length > 0 ? '没有符合筛选的使用记录，可取消上方的筛选' : '所选期间没有使用记录'}
        >
          <OtherPeriods choice={choice} />
        </Empty>
      </Card>
    )
  const { drawn, left } = drawPivot(table, choice.row, choice.column)
  const { title } = measureWords[first]
  return (
    <>
      <Card title={`${title}图`} className="keep">
        <Suspense fallback={<Skeleton rows={8} height={26} />}>
          <Chart {...drawn} name={`${namePivot(choice)}-${title}-${choice.from}至${choice.to}`} />
        </Suspense>
        {left && <p className="muted">{left}</p>}
      </Card>
      <Card
        title={namePivot(choice)}
        extra={
          <span className="muted">
            {table.rows.length} 行{table.columns.length > 0 && ` × ${table.columns.length} 列`}
            {table.measures.length === 1 && `，${title}（${measureWords[first].unit}）`}。
            <AsOf at={table.asOf} />
          </span>
        }
      >
        <p className="muted no-print">点数字看使用记录，点行名只看这一项。</p>
        <PivotTable table={table} choice={choice} />
      </Card>
      <Formulas measures={table.measures} />
    </>
  )
}

/** 实验室 × 月份 */
const namePivot = ({ row, row2, column }: PivotChoice): string =>
  [row, row2, column].flatMap((d) => (d ? [dimensionWords[d].title] : [])).join(' × ')

/** The choices that the bars above show on screen, for printing. */
function OnPaper({ table, choice }: { table: Pivot; choice: PivotChoice }) {
  return (
    <p className="print-only">
      {scopeWords[table.scope]}，{choice.from} 至 {choice.to}
      {table.only.map((k) => `，${dimensionWords[k.dimension].title}：${k.name}`).join('')}。
      <AsOf at={table.asOf} />
    </p>
  )
}
