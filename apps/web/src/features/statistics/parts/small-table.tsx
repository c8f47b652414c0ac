import { Link } from 'react-router'
import { tableKeyWords, type TableKey, type TableRow } from '@portal/contract/statistics/statistics'
import { to } from '../../../lib/paths.ts'
import { Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useTable } from '../statistics.queries.ts'
import { measureColumn } from './measure-columns.tsx'
import type { Choice } from './use-choice.ts'

const FEW = 10
/** Short headings, because two tables stand side by side. */
const shortly = [
  ['uses', '次数'],
  ['workingMinutes', '机时（小时）'],
  ['incomeFen', '收入（元）'],
] as const

/** The first few rows of a table, with a link to all. */
export function SmallTable({ by, choice }: { by: TableKey; choice: Choice }) {
  const { data, error, refetch } = useTable({ query: { ...choice.asked, by, size: FEW } })
  const word = tableKeyWords[by]
  const columns: Column<TableRow>[] = [
    { key: 'name', title: word, main: true },
    ...shortly.map(([m, title]) => ({ ...measureColumn<TableRow>(m), title })),
  ]
  return (
    <Card
      title={`按${word}`}
      extra={
        data && data.total > FEW ? (
          <Link to={to('/statistics', { ...choice.kept, by })}>查看全部 {data.total} 项</Link>
        ) : (
          data && data.total > 0 && <Link to={to('/statistics', { ...choice.kept, by })}>查看与导出</Link>
        )
      }
    >
      {error && !data ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={4} height={26} />
      ) : data.items.length === 0 ? (
        <Empty text="所选期间没有使用记录" />
      ) : (
        <DataTable caption={`按${word}统计`} columns={columns} rows={data.items} rowKey={(r) => r.key} />
      )}
    </Card>
  )
}
